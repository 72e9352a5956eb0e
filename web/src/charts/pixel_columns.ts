// Columns of values turned into columns of pixels, in arrays that are used again for every series.

import type { AxisView, NumberColumn } from './line_data';
import { makeScale, toRuler, type Scale } from './scale';

// Beyond any screen, and small enough that differences of two such numbers are still good to a pixel's part.
const farthest = 1e12;

// A scale as the numbers of its straight line, for loops over millions of values.
export interface PixelMap {
  readonly axis: AxisView;
  readonly scale: Scale;
  readonly first: number;
  readonly begin: number;
  readonly pixelsPerUnit: number;
}

export function makePixelMap(axis: AxisView, begin: number, end: number): PixelMap {
  const scale = makeScale(axis, begin, end);
  const constant = symlogConstant(axis);
  const first = toRuler(axis.kind, constant, scale.domain.min);
  const last = toRuler(axis.kind, constant, scale.domain.max);
  return { axis, scale, first, begin, pixelsPerUnit: (end - begin) / (last - first) };
}

function symlogConstant(axis: AxisView): number {
  return axis.symlogConstant > 0 && Number.isFinite(axis.symlogConstant) ? axis.symlogConstant : 1;
}

export class PixelColumn {
  values = new Float64Array(0);

  // The pixels of column[begin..end); NaN for values that have no place: NaN, infinities, values below zero on a log axis.
  load(column: NumberColumn, begin: number, end: number, map: PixelMap): void {
    const count = end - begin;
    if (this.values.length < count) this.values = new Float64Array(Math.max(count, 2 * this.values.length));
    const { values } = this;
    // set() converts any kind of number without a loop of ours, which would be slow on eight kinds of arrays.
    values.set(begin === 0 && end === column.length ? column : column.subarray(begin, end));
    const { first, begin: offset, pixelsPerUnit, axis } = map;
    if (axis.kind === 'log') {
      for (let i = 0; i < count; i += 1) {
        const value = values[i] ?? 0;
        values[i] = value > 0 ? Math.log10(value) : Number.NaN;
      }
    } else if (axis.kind === 'symlog') {
      const constant = symlogConstant(axis);
      for (let i = 0; i < count; i += 1) {
        const value = values[i] ?? 0;
        values[i] = value < 0 ? -Math.log1p(-value / constant) : Math.log1p(value / constant);
      }
    }
    for (let i = 0; i < count; i += 1) {
      const ruler = values[i] ?? 0;
      const pixel = offset + (ruler - first) * pixelsPerUnit;
      if (pixel > -farthest && pixel < farthest) values[i] = pixel;
      // Infinity minus itself is NaN: the value was no number. A finite one is only far away.
      else values[i] = ruler - ruler === 0 ? (pixel > 0 ? farthest : -farthest) : Number.NaN;
    }
  }
}
