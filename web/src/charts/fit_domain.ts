// What part of the numbers a chart shows until somebody zooms.

import type { Domain, LineSeries, LineStyle, NumberColumn, ScaleKind, Side } from './line_data';
import { fromRuler, toRuler } from './scale';
import { niceStep } from './tick_steps';
import { ValueSample } from './value_sample';

export interface FitOptions {
  readonly kind: ScaleKind;
  readonly ignoreOutliers: boolean;
  readonly includeZero: boolean;
  // Part of the span that is left free above and below.
  readonly padding: number;
  // Of the axis, as in AxisView; 1 if not given.
  readonly symlogConstant?: number;
}

const lowestPart = 0.05;
const highestPart = 0.95;
// Tukey's factor, on a wider part than his.
const ordinaryReach = 1.5;
const niceParts = 10;
const xPadding = 0.015;
const leastSample = 256;
// So many points in view are few.
const mostFacts = 64;

// Where x first is at least `bound`, in rising numbers.
export function firstAtLeast(x: NumberColumn, bound: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((x[middle] ?? Number.NaN) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Extent {
  min: number;
  max: number;
}

function widen(extent: Extent, value: number): void {
  if (value < extent.min) extent.min = value;
  if (value > extent.max) extent.max = value;
}

function isVisible(series: LineSeries, styles: ReadonlyMap<string, LineStyle>): boolean {
  return styles.get(series.key)?.isVisible ?? false;
}

// Every curve of a series that counts for fitting: the line and the ends of its bands. Of few points each is a fact, and a smoothed line lags
// far behind them: they count as they were logged, too.
function fittedCurves({ y, raw, bands = [] }: LineSeries, points: number): readonly NumberColumn[] {
  return [
    y,
    ...(raw !== undefined && points <= mostFacts ? [raw] : []),
    ...bands.flatMap(({ low, high, isBeyondFit }) => (isBeyondFit === true ? [] : [low, high])),
  ];
}

// A zoom between two points sees a line but no point of it: what counts then is where the line enters and leaves.
function crossings(x: NumberColumn, y: NumberColumn, next: number, seen: Domain): readonly number[] {
  const x0 = x[next - 1];
  const x1 = x[next];
  const y0 = y[next - 1];
  const y1 = y[next];
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined || !(x1 > x0)) return [];
  const at = (place: number): number => y0 + ((y1 - y0) * (place - x0)) / (x1 - x0);
  return [at(Math.max(seen.min, x0)), at(Math.min(seen.max, x1))];
}

// Where the ordinary values lie: not much farther from the middle nine tenths than these are wide. TensorBoard shows the middle nine tenths
// alone, which cuts the ends off every short or steadily falling curve; a spike is left out either way.
function ordinaryBounds(values: readonly number[], options: FitOptions): Domain | undefined {
  if (values.length === 0) return undefined;
  const sorted = new Float64Array(values).sort();
  const constant = options.symlogConstant ?? 1;
  // Of two values the roundings name the same places crosswise.
  const parts = [Math.ceil((sorted.length - 1) * lowestPart), Math.floor((sorted.length - 1) * highestPart)];
  const [low = 0, high = 0] = parts.map((at) => sorted[at] ?? 0).sort((a, b) => a - b);
  const first = toRuler(options.kind, constant, low);
  const last = toRuler(options.kind, constant, high);
  const reach = (last - first) * ordinaryReach;
  const [min, max] = [first - reach, last + reach].map((at) => fromRuler(options.kind, constant, at));
  // There and back a number may have lost its last digit.
  return { min: Math.min(min ?? low, low), max: Math.max(max ?? high, high) };
}

function paddedLinear(min: number, max: number, padding: number): Domain {
  if (min === max) {
    if (min === 0) return { min: -1, max: 1 };
    return min > 0 ? { min: 0, max: 2 * min } : { min: 2 * min, max: 0 };
  }
  const slack = (max - min) * padding;
  const low = min - slack;
  const high = max + slack;
  const step = niceStep((high - low) / niceParts);
  if (!(step > 0) || !Number.isFinite(step)) return { min, max };
  const fitted = { min: Math.floor(low / step) * step, max: Math.ceil(high / step) * step };
  return Number.isFinite(fitted.max - fitted.min) && fitted.min < fitted.max ? fitted : { min, max };
}

function padded(min: number, max: number, options: FitOptions): Domain {
  if (options.kind === 'linear') return paddedLinear(min, max, options.padding);
  if (options.kind === 'time') return min < max ? { min, max } : { min: min - 1, max: max + 1 };
  const constant = options.symlogConstant ?? 1;
  const first = toRuler(options.kind, constant, min);
  const last = toRuler(options.kind, constant, max);
  const slack = first < last ? (last - first) * options.padding : Math.log10(2);
  return {
    min: fromRuler(options.kind, constant, first - slack),
    max: fromRuler(options.kind, constant, last + slack),
  };
}

// What of the points of a series lies in view.
interface SeriesPart {
  readonly series: LineSeries;
  readonly begin: number;
  readonly end: number;
}

function partsInView(
  series: readonly LineSeries[],
  styles: ReadonlyMap<string, LineStyle>,
  side: Side,
  x: Domain | undefined,
): readonly SeriesPart[] {
  const shown = series.filter((one) => one.side === side && !one.isBackground && isVisible(one, styles));
  return shown.map((one) => {
    if (x === undefined) return { series: one, begin: 0, end: one.x.length };
    let end = firstAtLeast(one.x, x.max);
    while (end < one.x.length && one.x[end] === x.max) end += 1;
    return { series: one, begin: firstAtLeast(one.x, x.min), end };
  });
}

// Values that count and are no points of a curve in view: where a line crosses the view, and superseded branches.
function otherValues({ series, begin, end }: SeriesPart, x: Domain | undefined): readonly number[] {
  const { superseded } = series;
  const values: number[] = [];
  if (x !== undefined && begin === end) {
    for (const curve of fittedCurves(series, 0)) values.push(...crossings(series.x, curve, begin, x));
  }
  superseded?.x.forEach((at, i) => {
    if (x === undefined || (at >= x.min && at <= x.max)) values.push(superseded.y[i] ?? Number.NaN);
  });
  return values;
}

function extentWithin(parts: readonly SeriesPart[], x: Domain | undefined, { min, max }: Domain): Domain | undefined {
  const extent: Extent = { min: Infinity, max: -Infinity };
  for (const part of parts) {
    const { series, begin, end } = part;
    for (const curve of fittedCurves(series, end - begin)) {
      for (let i = begin; i < end; i += 1) {
        const value = curve[i] ?? Number.NaN;
        if (value >= min && value <= max) widen(extent, value);
      }
    }
    for (const value of otherValues(part, x)) if (value >= min && value <= max) widen(extent, value);
  }
  return extent.min > extent.max ? undefined : extent;
}

function sampleOf(parts: readonly SeriesPart[], x: Domain | undefined, bounds: Domain): readonly number[] {
  const points = parts.reduce((sum, { series, begin, end }) => {
    return sum + fittedCurves(series, end - begin).length * (end - begin);
  }, 0);
  const fill = (sample: ValueSample): ValueSample => {
    for (const part of parts) {
      const { series, begin, end } = part;
      for (const curve of fittedCurves(series, end - begin)) sample.takeCurve(series.x, curve, begin, end);
      for (const value of otherValues(part, x)) sample.take(value);
    }
    return sample;
  };
  const sample = fill(new ValueSample(points, bounds));
  // Most are no values: of the few all are looked at, since some of them say little about the others.
  const isEnough = sample.isWhole || sample.values.length >= leastSample;
  return isEnough ? sample.values : fill(new ValueSample(0, bounds)).values;
}

// The domain of a y axis that shows the visible curves of one side within `x` (everywhere if undefined). Superseded branches are there only
// where somebody asked for them, and take part. Background curves and raw lines of many points do not. Without any value: 0 to 1, or 1 to 10 on a log axis.
export function fitY(
  series: readonly LineSeries[],
  styles: ReadonlyMap<string, LineStyle>,
  side: Side,
  x: Domain | undefined,
  options: FitOptions,
): Domain {
  const isLog = options.kind === 'log';
  const parts = partsInView(series, styles, side, x);
  const drawable = { min: isLog ? Number.MIN_VALUE : -Number.MAX_VALUE, max: Number.MAX_VALUE };
  const bounds = options.ignoreOutliers ? ordinaryBounds(sampleOf(parts, x, drawable), options) : drawable;
  const extent = bounds && extentWithin(parts, x, bounds);
  if (extent === undefined) return isLog ? { min: 1, max: 10 } : { min: 0, max: 1 };
  let { min, max } = extent;
  if (options.includeZero && !isLog) {
    min = Math.min(min, 0);
    max = Math.max(max, 0);
  }
  const fitted = padded(min, max, options);
  if (!options.includeZero || isLog) return fitted;
  // Padding must not push zero off the edge where the values stop at it.
  return { min: min === 0 ? 0 : fitted.min, max: max === 0 && min < 0 ? 0 : fitted.max };
}

// The domain of the x axis over all visible curves and marks, with a little room so that dots at the ends are whole.
export function fitX(series: readonly LineSeries[], styles: ReadonlyMap<string, LineStyle>, kind: ScaleKind): Domain {
  const extent: Extent = { min: Infinity, max: -Infinity };
  const take = (value: number | undefined): void => {
    if (value === undefined || !Number.isFinite(value) || (kind === 'log' && value <= 0)) return;
    widen(extent, value);
  };
  for (const one of series) {
    if (!isVisible(one, styles)) continue;
    take(one.x[kind === 'log' ? Math.min(firstAtLeast(one.x, Number.MIN_VALUE), one.x.length - 1) : 0]);
    take(one.x[one.x.length - 1]);
    for (const mark of one.marks ?? []) take(mark.x);
    // A job that was set back may not have come as far as before.
    one.superseded?.x.forEach(take);
  }
  if (extent.min > extent.max) return kind === 'log' ? { min: 1, max: 10 } : { min: 0, max: 1 };
  const { min, max } = extent;
  if (kind === 'linear' && min === max) return paddedLinear(min, max, 0);
  if (kind === 'time') {
    const slack = min === max ? 1 : (max - min) * xPadding;
    return { min: min - slack, max: max + slack };
  }
  if (kind === 'linear') return { min: min - (max - min) * xPadding, max: max + (max - min) * xPadding };
  return padded(min, max, { kind, ignoreOutliers: false, includeZero: false, padding: xPadding });
}
