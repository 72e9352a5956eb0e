// The values that percentiles are taken of: an even selection of all, small enough that it is not felt while data grow or cards scroll by.

import type { Domain, NumberColumn } from './line_data';

// Series as long as this may have been reduced to the first, last, lowest and highest point of each pixel column.
const reducedLength = 512;
const lookedAtGaps = 64;
// Of reduced points every fourth counts, so a quarter of these may be left.
const mostLooks = 8192;

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

export class ValueSample {
  readonly values: number[] = [];
  // Looks are so far apart on average. The hops differ, lest curves of just this length always give the same point.
  readonly #stride: number;
  #seed = 1;
  #ahead = 0;
  // Curves often share their x.
  #nearOf:
    { readonly x: NumberColumn; readonly begin: number; readonly end: number; readonly near: number } | undefined;

  // `points` is how many there are to choose from; only values within the bounds are taken.
  constructor(
    points: number,
    private readonly bounds: Domain,
  ) {
    this.#stride = Math.max(1, Math.ceil(points / mostLooks));
  }

  get isWhole(): boolean {
    return this.#stride === 1;
  }

  take(value: number): void {
    if (value >= this.bounds.min && value <= this.bounds.max) this.values.push(value);
  }

  // Of a long curve only the points that follow each other without a gap are taken: they were kept for their place and not for their
  // height, unlike the lowest and highest of each column, so that percentiles of reduced data are those of all points.
  takeCurve(x: NumberColumn, y: NumberColumn, begin: number, end: number): void {
    const isReduced = end - begin >= reducedLength;
    const near = isReduced ? this.#near(x, begin, end) : 0;
    let i = begin + this.#ahead;
    for (; i < end; i += this.#hop()) {
      if (!isReduced || i === begin || (x[i] ?? 0) - (x[i - 1] ?? 0) <= near) this.take(y[i] ?? Number.NaN);
    }
    this.#ahead = i - end;
  }

  #near(x: NumberColumn, begin: number, end: number): number {
    const known = this.#nearOf;
    if (known?.x === x && known.begin === begin && known.end === end) return known.near;
    const near = neighbourDistance(x, begin, end);
    this.#nearOf = { x, begin, end, near };
    return near;
  }

  #hop(): number {
    if (this.#stride === 1) return 1;
    // The usual constants of a linear congruential generator; its low bits are poor.
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + ((this.#seed >>> 8) % (2 * this.#stride - 1));
  }
}
