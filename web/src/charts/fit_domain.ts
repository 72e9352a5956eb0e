// What part of the numbers a chart shows until somebody zooms.

import type { Domain, LineSeries, LineStyle, NumberColumn, ScaleKind, Side } from './line_data';
import { fromRuler, toRuler } from './scale';
import { niceStep } from './tick_steps';

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
// Series as long as this may have been reduced to the first, last, lowest and highest point of each pixel column.
const reducedLength = 512;
const lookedAtGaps = 256;
// Percentiles of more values than this are taken of an even selection: sorting must not be felt while data grow.
const largestSample = 8192;
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

// The distance of neighbours in x that says: no point was left out between these two. Of reduced points every fourth pair is such, the
// last of a column and the first of the next; half of those are enough, since distances differ.
function neighbourDistance(x: NumberColumn, begin: number, end: number): number {
  // An odd stride meets all four places of a column.
  const stride = Math.floor((end - begin) / lookedAtGaps) | 1;
  const gaps = new Float64Array(Math.floor((end - begin - 2) / stride) + 1);
  for (let k = 0; k < gaps.length; k += 1) {
    const i = begin + k * stride;
    gaps[k] = (x[i + 1] ?? 0) - (x[i] ?? 0);
  }
  gaps.sort();
  return (gaps[Math.floor(gaps.length / 8)] ?? 0) * (1 + 1e-9);
}

// Calls `take` with the values that stand for a curve. Of a long one these are the points that follow each other without a gap: they
// were kept for their place and not for their height, unlike the lowest and highest of each column, so that percentiles of reduced
// data are those of all points.
function sampleCurve(
  x: NumberColumn,
  y: NumberColumn,
  begin: number,
  end: number,
  take: (value: number) => void,
): void {
  if (end - begin < reducedLength) {
    for (let i = begin; i < end; i += 1) take(y[i] ?? Number.NaN);
    return;
  }
  const near = neighbourDistance(x, begin, end);
  for (let i = begin + 1; i < end; i += 1) {
    if ((x[i] ?? 0) - (x[i - 1] ?? 0) > near) continue;
    take(y[i - 1] ?? Number.NaN);
    take(y[i] ?? Number.NaN);
  }
}

// Where the ordinary values lie: not much farther from the middle nine tenths than these are wide. TensorBoard shows the middle nine tenths
// alone, which cuts the ends off every short or steadily falling curve; a spike is left out either way.
function ordinaryExtent(values: readonly number[], options: FitOptions): Domain {
  const stride = Math.ceil(values.length / largestSample);
  const sorted = new Float64Array(Math.ceil(values.length / stride));
  for (let i = 0; i < sorted.length; i += 1) sorted[i] = values[i * stride] ?? 0;
  sorted.sort();
  const constant = options.symlogConstant ?? 1;
  const place = (value: number): number => toRuler(options.kind, constant, value);
  // Of two values the roundings name the same places crosswise.
  const parts = [Math.ceil((sorted.length - 1) * lowestPart), Math.floor((sorted.length - 1) * highestPart)];
  const [low = 0, high = 0] = parts.map((at) => place(sorted[at] ?? 0)).sort((a, b) => a - b);
  const reach = (high - low) * ordinaryReach;
  let first = 0;
  while (first < sorted.length - 1 && place(sorted[first] ?? 0) < low - reach) first += 1;
  let last = sorted.length - 1;
  while (last > first && place(sorted[last] ?? 0) > high + reach) last -= 1;
  return { min: sorted[first] ?? 0, max: sorted[last] ?? 0 };
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
  const extent: Extent = { min: Infinity, max: -Infinity };
  const sample: number[] = [];
  const take = (value: number): void => {
    if (!Number.isFinite(value) || (isLog && value <= 0)) return;
    widen(extent, value);
    if (options.ignoreOutliers) sample.push(value);
  };
  for (const one of series) {
    if (one.side !== side || one.isBackground || !isVisible(one, styles)) continue;
    const begin = x === undefined ? 0 : firstAtLeast(one.x, x.min);
    let end = one.x.length;
    if (x !== undefined) {
      end = firstAtLeast(one.x, x.max);
      while (end < one.x.length && one.x[end] === x.max) end += 1;
    }
    for (const curve of fittedCurves(one, end - begin)) {
      if (begin === end && x !== undefined) for (const value of crossings(one.x, curve, begin, x)) take(value);
      else if (options.ignoreOutliers) sampleCurve(one.x, curve, begin, end, take);
      else for (let i = begin; i < end; i += 1) take(curve[i] ?? Number.NaN);
    }
    one.superseded?.x.forEach((at, i) => {
      if (x === undefined || (at >= x.min && at <= x.max)) take(one.superseded?.y[i] ?? Number.NaN);
    });
  }
  if (extent.min > extent.max) return isLog ? { min: 1, max: 10 } : { min: 0, max: 1 };
  let { min, max } = options.ignoreOutliers ? ordinaryExtent(sample, options) : extent;
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
