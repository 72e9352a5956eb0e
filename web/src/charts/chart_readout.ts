// The rows of the readout as text.
import { durationText, valueText } from '$base/number_text';
import type { Language } from '$base/language.svelte';
import { pointValue, type HoverPoint } from './chart_hover';
import type { AxisText } from './chart_zoom';
import { detailTitles } from './detail_rows';
import type { LineSeries, LineStyle } from './line_data';

// What is shown, and all its digits where that is more.
export interface ReadoutCell {
  readonly text: string;
  readonly full: string;
}

// One further number, with its name.
export interface DetailCell extends ReadoutCell {
  readonly title: string;
  // Four digits, where many stand beside each other.
  readonly short: string;
}

export interface ReadoutRow {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly dash: readonly number[];
  readonly isNearest: boolean;
  readonly isFar: boolean;
  // Measured by the right axis.
  readonly isRight: boolean;
  readonly value: ReadoutCell;
  // In place of the value.
  readonly details: readonly DetailCell[];
  readonly smoothed: ReadoutCell | undefined;
  // From where to where a band about the value reaches.
  readonly band: ReadoutCell | undefined;
  readonly step: ReadoutCell | undefined;
  readonly time: ReadoutCell | undefined;
  readonly relative: ReadoutCell | undefined;
  // x where it is none of the above.
  readonly x: ReadoutCell | undefined;
}

export const readoutColumns = ['value', 'smoothed', 'band', 'x', 'step', 'time', 'relative'] as const;
export type ReadoutColumn = (typeof readoutColumns)[number];

// Made once for a readout: making them costs more than all the rest of its rows.
export interface ReadoutFormats {
  readonly step: Intl.NumberFormat;
  readonly time: Intl.DateTimeFormat;
}

export function readoutFormats(language: Language): ReadoutFormats {
  return {
    step: new Intl.NumberFormat(language),
    // Without the year: a column is read at a glance, and the title has the whole time.
    time: new Intl.DateTimeFormat(language, {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      second: '2-digit',
    }),
  };
}

export interface ReadoutContext {
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly xText: AxisText;
  readonly formats: ReadoutFormats;
  // When a curve began, in seconds since 1970. undefined where that is not known: then no relative time is told.
  readonly startTime: (key: string) => number | undefined;
  // Step and time of a point, in seconds since 1970, where its series does not have them.
  readonly detailOf?: DetailOfPoint | undefined;
}

export type DetailOfPoint = (
  key: string,
  index: number,
) => { readonly step: number | bigint | undefined; readonly wallTime: number | undefined } | undefined;

export function readoutRow(point: HoverPoint, nearest: HoverPoint | undefined, context: ReadoutContext): ReadoutRow {
  const { series, index } = point;
  const details = (series.details ?? []).map(({ title, values }) => {
    const value = values[index] ?? Number.NaN;
    return { title, short: valueText(Number(value.toPrecision(4))), ...numberCell(value) };
  });
  const style = context.styles.get(series.key);
  const y = pointValue(series, series.y, index);
  const x = series.x[index] ?? Number.NaN;
  const told = context.detailOf?.(series.key, index);
  const step = series.steps?.[index] ?? told?.step ?? (context.xText === 'step' ? x : undefined);
  const time = series.wallTimes?.[index] ?? told?.wallTime ?? (context.xText === 'time' ? x : undefined);
  const start = context.startTime(series.key);
  const relative =
    context.xText === 'duration' ? x : time === undefined || start === undefined ? undefined : time - start;
  return {
    key: series.key,
    label: series.label,
    color: style?.color ?? 'currentColor',
    dash: style?.dash ?? [],
    isNearest: point === nearest,
    isFar: point.isFar,
    isRight: series.side === 'right',
    value: numberCell(series.raw === undefined ? y : pointValue(series, series.raw, index)),
    details,
    smoothed: series.raw === undefined ? undefined : numberCell(y),
    band: details.length > 0 ? undefined : bandCell(series, index),
    step: step === undefined ? undefined : { text: context.formats.step.format(step), full: String(step) },
    time: time === undefined ? undefined : timeCell(time, context.formats),
    relative: relative === undefined ? undefined : { text: durationText(relative), full: `${String(relative)} s` },
    x: context.xText === 'number' ? numberCell(x) : undefined,
  };
}

function numberCell(value: number): ReadoutCell {
  return { text: valueText(value), full: String(value) };
}

// Of curves with one band: several have details instead.
function bandCell({ bands = [] }: LineSeries, index: number): ReadoutCell | undefined {
  const [band] = bands;
  if (band === undefined || bands.length > 1) return undefined;
  const [low = Number.NaN, high = Number.NaN] = [band.low[index], band.high[index]];
  const short = (value: number): string => valueText(Number(value.toPrecision(4)));
  return { text: `${short(low)} … ${short(high)}`, full: `${String(low)} … ${String(high)}` };
}

function timeCell(seconds: number, formats: ReadoutFormats): ReadoutCell {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return { text: '', full: '' };
  return { text: formats.time.format(date), full: date.toISOString() };
}

// Columns that any row has something for.
export function usedColumns(rows: readonly ReadoutRow[]): readonly ReadoutColumn[] {
  return readoutColumns.filter((column) =>
    rows.some((row) => row[column] !== undefined && (column !== 'value' || row.details.length === 0)),
  );
}

// For the clipboard: as a spreadsheet takes it, with all digits.
export function rowsAsText(
  rows: readonly ReadoutRow[],
  titles: Readonly<Record<ReadoutColumn | 'label', string>>,
): string {
  const columns = usedColumns(rows);
  const clean = (text: string): string => text.replace(/[\t\r\n]+/g, ' ');
  const names = detailTitles(rows);
  const head = [titles.label, ...names, ...columns.map((column) => titles[column])];
  const lines = rows.map((row) => [
    row.label,
    ...names.map((name) => row.details.find(({ title }) => title === name)?.full ?? ''),
    ...columns.map((column) => row[column]?.full ?? ''),
  ]);
  return [head, ...lines].map((line) => line.map(clean).join('\t')).join('\n');
}
