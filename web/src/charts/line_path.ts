// Walks along the pixels of a line and puts its strokes into a mask.

import type { CoverageMask } from './coverage_mask';
import { visiblePart } from './segment_clip';

export interface Pen {
  readonly halfWidth: number;
  readonly dash: readonly number[]; // device pixels, on and off; [] is solid
  readonly loneRadius: number;
}

// Points of one column that follow each other become one vertical stroke from the lowest to the highest of them: a line of a million
// points costs as many strokes as the plot has columns. Breaks are NaN in y; a point between two breaks becomes a dot.
export function strokeLine(mask: CoverageMask, xs: Float64Array, ys: Float64Array, count: number, pen: Pen): void {
  const { halfWidth } = pen;
  let runLength = 0; // points since the last break
  let inColumn = 0; // those of them in the column of the last point
  let column = 0;
  let lowest = 0;
  let highest = 0;
  let lastX = 0;
  let lastY = 0;
  for (let i = 0; i <= count; i += 1) {
    const x = i < count ? (xs[i] ?? Number.NaN) : Number.NaN;
    const y = i < count ? (ys[i] ?? Number.NaN) : Number.NaN;
    const isBreak = Number.isNaN(x) || Number.isNaN(y);
    const own = isBreak ? column - 1 : Math.floor(x);
    if (runLength > 0 && own === column) {
      if (y < lowest) lowest = y;
      if (y > highest) highest = y;
      inColumn += 1;
      runLength += 1;
      lastX = x;
      lastY = y;
      continue;
    }
    let crossing = y;
    if (runLength > 0 && !isBreak) {
      const isNextDense = i + 1 < count && Math.floor(xs[i + 1] ?? Number.NaN) === own && !Number.isNaN(ys[i + 1]);
      if (own === column + 1 && inColumn > 1 && isNextDense) {
        // Between two full columns the line goes through their common edge: both strokes reach there.
        crossing = lastY + ((y - lastY) * (own - lastX)) / (x - lastX);
        if (crossing < lowest) lowest = crossing;
        if (crossing > highest) highest = crossing;
      } else {
        mask.strokeSegment(lastX, lastY, x, y, halfWidth);
      }
    }
    if (inColumn > 1) mask.strokeColumn(column, lowest, highest, halfWidth);
    else if (isBreak && runLength === 1) mask.fillDisc(lastX, lastY, Math.max(pen.loneRadius, halfWidth));
    if (isBreak) {
      runLength = 0;
      inColumn = 0;
      continue;
    }
    runLength += 1;
    inColumn = 1;
    column = own;
    lowest = Math.min(y, crossing);
    highest = Math.max(y, crossing);
    lastX = x;
    lastY = y;
  }
}

// A dashed line. Where points crowd in a column only the way to the right counts: dashes along every tooth of noise would be dust.
export function strokeDashedLine(
  mask: CoverageMask,
  xs: Float64Array,
  ys: Float64Array,
  count: number,
  pen: Pen,
): void {
  const { dash, halfWidth } = pen;
  const period = dash.reduce((sum, part) => sum + part, 0);
  if (!(period > 0) || !dash.every((part) => part >= 0)) {
    strokeLine(mask, xs, ys, count, pen);
    return;
  }
  const edge = halfWidth + 2;
  let gone = 0;
  let runLength = 0;
  for (let i = 0; i < count; i += 1) {
    const x = xs[i] ?? Number.NaN;
    const y = ys[i] ?? Number.NaN;
    if (Number.isNaN(x) || Number.isNaN(y)) {
      runLength = 0;
      continue;
    }
    runLength += 1;
    if (runLength === 1) {
      const next = ys[i + 1];
      if (i + 1 === count || next === undefined || Number.isNaN(next))
        mask.fillDisc(x, y, Math.max(pen.loneRadius, halfWidth));
      continue;
    }
    const x0 = xs[i - 1] ?? 0;
    const y0 = ys[i - 1] ?? 0;
    const dx = x - x0;
    const dy = y - y0;
    const length = Math.abs(dx) < 1 ? Math.abs(dx) : Math.hypot(dx, dy);
    const [from, to] = visiblePart(x0, y0, x, y, mask.width, mask.height, edge);
    if (from < to || (from === to && length === 0)) {
      strokeDashes(mask, x0, y0, dx, dy, length, gone, from, to, pen, period);
    }
    gone = (gone + length) % period;
  }
}

function strokeDashes(
  mask: CoverageMask,
  x0: number,
  y0: number,
  dx: number,
  dy: number,
  length: number,
  gone: number,
  from: number,
  to: number,
  pen: Pen,
  period: number,
): void {
  const { dash, halfWidth } = pen;
  let at = from * length;
  const end = to * length;
  // Find the dash that `at` falls into.
  let phase = (gone + at) % period;
  let index = 0;
  while (phase >= (dash[index] ?? period)) {
    phase -= dash[index] ?? period;
    index = (index + 1) % dash.length;
  }
  let isOn = index % 2 === 0;
  do {
    const stop = Math.min(end, at + (dash[index] ?? period) - phase);
    if (isOn) {
      const a = length > 0 ? at / length : 0;
      const b = length > 0 ? stop / length : 1;
      mask.strokeSegment(x0 + dx * a, y0 + dy * a, x0 + dx * b, y0 + dy * b, halfWidth);
    }
    at = stop;
    phase = 0;
    index = (index + 1) % dash.length;
    isOn = !isOn;
  } while (at < end);
}

// The area between two lines over the same x, column by column. A break in either of them is a break of the area.
export function fillBand(
  mask: CoverageMask,
  xs: Float64Array,
  lows: Float64Array,
  highs: Float64Array,
  count: number,
): void {
  for (let i = 0; i < count; i += 1) {
    const x1 = xs[i] ?? Number.NaN;
    const low1 = lows[i] ?? Number.NaN;
    const high1 = highs[i] ?? Number.NaN;
    if (Number.isNaN(x1 + low1 + high1)) continue;
    const x0 = xs[i - 1] ?? Number.NaN;
    const low0 = lows[i - 1] ?? Number.NaN;
    const high0 = highs[i - 1] ?? Number.NaN;
    const own = Math.floor(x1);
    if (Number.isNaN(x0 + low0 + high0) || x1 <= x0) {
      mask.fillColumn(own, Math.min(low1, high1), Math.max(low1, high1), 255);
      continue;
    }
    const first = Math.max(0, Math.floor(x0));
    const last = Math.min(mask.width - 1, own);
    for (let column = first; column <= last; column += 1) {
      // The columns of the two points are seen from the side of this segment only; the other side is the neighbour's.
      const at = Math.min(1, Math.max(0, (column + 0.5 - x0) / (x1 - x0)));
      const low = low0 + (low1 - low0) * at;
      const high = high0 + (high1 - high0) * at;
      mask.fillColumn(column, Math.min(low, high), Math.max(low, high), 255);
    }
  }
}
