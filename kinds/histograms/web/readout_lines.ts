// What a plot tells of the bin that is pointed at, for eyes and for ears.
import type { Language, Translate } from '$base/language.svelte';
import { countText, durationText, stepText, timeText, valueText } from '$base/number_text';
import { stepAt, type HistogramRows } from '$histograms/histogram_answer';
import { binFacts, type BinFacts, type PlotPlace } from './drawing/histogram_rows';
import type { histogramsMessages } from './histograms_messages';

export type ReadoutLine =
  | { readonly kind: 'run'; readonly name: string; readonly color: string }
  | { readonly kind: 'value'; readonly name: string; readonly value: string; readonly isStrong: boolean };

export interface ReadoutWords {
  readonly t: Translate<typeof histogramsMessages>;
  readonly language: Language;
}

export function shareText(share: number): string {
  if (Number.isNaN(share)) return '–';
  const percent = share * 100;
  // Ends are told only where they are reached: 99.999 is not all.
  const digits = percent > 99.9 && percent < 100 ? 3 : percent > 0 && percent < 0.1 ? 4 : percent < 10 ? 2 : 1;
  return `${String(Number(percent.toFixed(digits)))}%`;
}

// Merged rows hold parts of counts where a bucket was cut by an edge.
export function amountText(count: number, language: Language): string {
  return Number.isInteger(count) || count >= 1000 ? countText(Math.round(count), language) : valueText(count);
}

function line(name: string, value: string, isStrong = false): ReadoutLine {
  return { kind: 'value', name, value, isStrong };
}

// The steps that a row stands for: one, or several that were added up.
export function rowStepText(series: HistogramRows, row: number, { t, language }: ReadoutWords): string {
  const first = stepText(stepAt(series, row), language);
  const merged = series.merged[row] ?? 1;
  if (merged <= 1) return first;
  return t('stepInterval', { first, last: stepText(series.lastSteps[row], language), n: merged });
}

export function binLines(
  series: HistogramRows,
  place: PlotPlace,
  run: { readonly name: string; readonly color: string },
  origin: number,
  words: ReadoutWords,
): readonly ReadoutLine[] {
  const { t, language } = words;
  const facts = binFacts(series, place);
  const wall = series.wallTimes[place.row] ?? Number.NaN;
  const merged = series.merged[place.row] ?? 1;
  return [
    { kind: 'run', ...run },
    line(t(merged > 1 ? 'readSteps' : 'readStep'), rowStepText(series, place.row, words), true),
    line(t('readTime'), `${timeText(wall, language)} · ${durationText(wall - origin)}`),
    ...factLines(facts, merged > 1, words),
  ];
}

function factLines(facts: BinFacts, isMean: boolean, { t, language }: ReadoutWords): readonly ReadoutLine[] {
  const [low, high] = [valueText(facts.low), valueText(facts.high)];
  return [
    line(t('readBin'), t('interval', { low, high })),
    line(t(isMean ? 'readMeanCount' : 'readCount'), amountText(facts.count, language), true),
    line(t('readShare'), shareText(facts.share)),
    line(t('readBelow', { edge: high }), shareText(facts.percentile)),
  ];
}

// Two runs in one bin.
export function pairLines(
  sides: readonly {
    readonly series: HistogramRows;
    readonly row: number | undefined;
    readonly name: string;
    readonly color: string;
  }[],
  bin: number,
  words: ReadoutWords,
): readonly ReadoutLine[] {
  const { t, language } = words;
  return sides.flatMap(({ series, row, name, color }, i): readonly ReadoutLine[] => {
    if (row === undefined) return [{ kind: 'run', name, color }, line(t('nothingHere'), '')];
    const facts = binFacts(series, { row, bin });
    const [low, high] = [valueText(facts.low), valueText(facts.high)];
    return [
      ...(i === 0 ? [line(t('readBin'), t('interval', { low, high }), true)] : []),
      { kind: 'run', name, color },
      line(t('readStep'), stepText(stepAt(series, row), language)),
      line(t('readCount'), amountText(facts.count, language), true),
      line(t('readShare'), shareText(facts.share)),
      line(t('readBelow', { edge: high }), shareText(facts.percentile)),
    ];
  });
}

export function binSpoken(series: HistogramRows, place: PlotPlace, words: ReadoutWords): string {
  const facts = binFacts(series, place);
  return words.t('spoken', {
    step: rowStepText(series, place.row, words),
    low: valueText(facts.low),
    high: valueText(facts.high),
    count: amountText(facts.count, words.language),
    share: shareText(facts.share),
    percentile: shareText(facts.percentile),
  });
}
