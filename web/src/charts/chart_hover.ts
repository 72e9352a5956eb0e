// Which points lie under the cursor. Runs at every movement of the pointer over up to a thousand curves, so it costs one binary
// search for each and allocates only for the curves that are near.
import { compareNatural } from '$base/natural_order';
import { firstAtLeast } from './fit_domain';
import type { LineSeries, NonFiniteKind, Side } from './line_data';
import type { Scale } from './scale';

export interface PlotScales {
  readonly x: Scale;
  readonly left: Scale;
  readonly right: Scale | undefined;
}

// A place in pixels of the plot; without y only x counts, as for a cursor that another chart moves.
export interface HoverPlace {
  readonly x: number;
  readonly y: number | undefined;
}

export interface HoverPoint {
  readonly series: LineSeries;
  readonly index: number;
  // Of the point, in pixels of the plot. y is NaN where the value has no place.
  readonly x: number;
  readonly y: number;
  // From the cursor to the curve, in pixels.
  readonly distance: number;
  // So far aside that its value is not the one at the cursor: a sparse curve between two of its points.
  readonly isFar: boolean;
}

// What a cursor has under it.
export interface Hover {
  readonly points: readonly HoverPoint[]; // sorted as asked
  readonly nearest: HoverPoint | undefined;
  // The place of the nearest point where that is near, of the cursor otherwise; in pixels of the plot.
  readonly x: number;
}

export type ReadoutSort = 'distance' | 'value' | 'value-ascending' | 'name';

// A point farther from the cursor than this does not stand for the place under it.
const hoverReach = 24;
// Segments up to this far from the cursor count when the distance to a curve is measured: steep and dense curves have their
// points above and below the pointer rather than under it.
const segmentReach = 6;
const mostSegments = 64;

export function scaleOf(scales: PlotScales, side: Side): Scale {
  return side === 'right' ? (scales.right ?? scales.left) : scales.left;
}

// The index of the point nearest in x pixels; -1 where there is none. x rises.
export function nearestIndex(series: LineSeries, scale: Scale, pixel: number): number {
  const { x } = series;
  if (x.length === 0) return -1;
  const after = firstAtLeast(x, scale.toValue(pixel));
  const right = x[after];
  const left = x[after - 1];
  if (right === undefined) return after - 1;
  if (left === undefined) return after;
  const toLeft = pixel - scale.toPixel(left);
  const toRight = scale.toPixel(right) - pixel;
  return toLeft < toRight ? after - 1 : after;
}

// One point of each curve that has something to say at this place. Curves that begin or end elsewhere are left out; a curve whose
// neighbouring points are both far is kept and marked.
export function hoverPoints(
  series: readonly LineSeries[],
  scales: PlotScales,
  width: number,
  place: HoverPlace,
): readonly HoverPoint[] {
  const points: HoverPoint[] = [];
  const at = scales.x.toValue(place.x);
  for (const one of series) {
    const index = nearestIndex(one, scales.x, place.x);
    const value = one.x[index];
    if (value === undefined) continue;
    const x = scales.x.toPixel(value);
    const isFar = Math.abs(x - place.x) > hoverReach;
    const isWithin = (one.x[0] ?? Infinity) <= at && (one.x[one.x.length - 1] ?? -Infinity) >= at;
    // NaN, where a log axis has no place for it, is caught here too.
    if (!(x >= -hoverReach && x <= width + hoverReach) || (isFar && !isWithin)) continue;
    const scale = scaleOf(scales, one.side);
    const y = scale.toPixel(one.y[index] ?? Number.NaN);
    const distance =
      place.y === undefined ? Math.abs(x - place.x) : curveDistance(one, scales.x, scale, index, place.x, place.y);
    points.push({ series: one, index, x, y: Number.isFinite(y) ? y : Number.NaN, distance, isFar });
  }
  return points;
}

// The distance from a place to a curve about one of its points: to the point, and to the segments near.
function curveDistance(series: LineSeries, xScale: Scale, yScale: Scale, index: number, x: number, y: number): number {
  const pixelX = (i: number): number => xScale.toPixel(series.x[i] ?? Number.NaN);
  const pixelY = (i: number): number => yScale.toPixel(series.y[i] ?? Number.NaN);
  const ownX = pixelX(index);
  const ownY = pixelY(index);
  let best = Number.isFinite(ownY) ? Math.hypot(ownX - x, ownY - y) : Infinity;
  for (const direction of [-1, 1]) {
    let fromX = ownX;
    let fromY = ownY;
    for (
      let i = index + direction, count = 0;
      count < mostSegments && i >= 0 && i < series.x.length;
      i += direction, count += 1
    ) {
      const toX = pixelX(i);
      const toY = pixelY(i);
      best = Math.min(best, segmentDistance(fromX, fromY, toX, toY, x, y));
      if (Math.abs(toX - x) > segmentReach) break;
      fromX = toX;
      fromY = toY;
    }
  }
  // A curve that has no place here, such as NaN, comes after all that have.
  return Number.isFinite(best) ? best : 1e6 + Math.abs(ownX - x);
}

function segmentDistance(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  if (!Number.isFinite(ay) || !Number.isFinite(by)) return Infinity;
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}

export function nearestPoint(points: readonly HoverPoint[]): HoverPoint | undefined {
  let best: HoverPoint | undefined;
  for (const point of points) if (best === undefined || point.distance < best.distance) best = point;
  return best;
}

// What a point stands for: the number in the column, or the kind of mark where the column only has a gap.
export function pointValue(series: LineSeries, column: ArrayLike<number>, index: number): number {
  const value = column[index] ?? Number.NaN;
  if (!Number.isNaN(value)) return value;
  const x = series.x[index];
  const mark = series.marks?.find((one) => one.x === x);
  return mark === undefined ? value : numberOf[mark.kind];
}

const numberOf: Readonly<Record<NonFiniteKind, number>> = { nan: Number.NaN, '+inf': Infinity, '-inf': -Infinity };

// The place of each series in the order of labels. Kept by the caller as long as the series are the same: comparing a thousand
// names at every movement would be felt.
export function nameRanks(series: readonly LineSeries[]): ReadonlyMap<string, number> {
  const sorted = [...series].sort((a, b) => compareNatural(a.label, b.label));
  return new Map(sorted.map((one, i) => [one.key, i]));
}

// Sorted as asked. Ties are in the order of the chart, so that rows of equal value do not dance.
export function sortPoints(
  points: readonly HoverPoint[],
  sort: ReadoutSort,
  ranks: ReadonlyMap<string, number>,
): readonly HoverPoint[] {
  const rank = (point: HoverPoint): number => {
    if (sort === 'distance') return point.distance;
    if (sort === 'name') return ranks.get(point.series.key) ?? Infinity;
    const value = point.series.y[point.index] ?? Number.NaN;
    if (Number.isNaN(value)) return Infinity;
    return sort === 'value' ? -value : value;
  };
  return points
    .map((point) => ({ point, rank: rank(point) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map((entry) => entry.point);
}

// The first rows, and always the nearest among them: it is the one the user points at.
export function firstRows(
  sorted: readonly HoverPoint[],
  nearest: HoverPoint | undefined,
  most: number,
): readonly HoverPoint[] {
  if (sorted.length <= most) return sorted;
  const rows = sorted.slice(0, Math.max(1, most));
  if (nearest !== undefined && !rows.includes(nearest)) rows[rows.length - 1] = nearest;
  return rows;
}

// The curve above or below the current one at the cursor, by the height of the points; around at the ends.
export function neighbourCurve(
  points: readonly HoverPoint[],
  key: string | undefined,
  by: 1 | -1,
): HoverPoint | undefined {
  const heights = points.map((point) => (Number.isNaN(point.y) ? Infinity : point.y));
  const order = points.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0) || a - b);
  if (order.length === 0) return undefined;
  const current = order.findIndex((i) => points[i]?.series.key === key);
  const next = current < 0 ? (by > 0 ? 0 : order.length - 1) : (current + by + order.length) % order.length;
  return points[order[next] ?? 0];
}

// Whether anything of the curves shows in a plot of this size: a point, a piece of line, or a mark.
export function hasInView(series: readonly LineSeries[], scales: PlotScales, width: number, height: number): boolean {
  return series.some((one) => isInView(one, scales.x, scaleOf(scales, one.side), width, height));
}

function isInView(series: LineSeries, xScale: Scale, yScale: Scale, width: number, height: number): boolean {
  const { min, max } = xScale.domain;
  if (series.marks?.some((mark) => mark.x >= min && mark.x <= max) === true) return true;
  const begin = Math.max(0, firstAtLeast(series.x, min) - 1);
  let before = Number.NaN;
  for (let i = begin; i < series.x.length; i += 1) {
    const x = xScale.toPixel(series.x[i] ?? Number.NaN);
    const y = yScale.toPixel(series.y[i] ?? Number.NaN);
    if (x >= 0 && x <= width && y >= 0 && y <= height) return true;
    // A line from above the plot to below it, or through it from side to side, shows without a point inside.
    if (i > begin && Math.min(before, y) <= height && Math.max(before, y) >= 0) return true;
    if (x > width) return false;
    before = y;
  }
  return false;
}
