import { expect, it } from 'vitest';
import type { NumberColumn } from '$charts/line_data';
import { GrowingColumn } from './growing_column';
import { extendPoints, type SeriesPoints } from './series_points';

function points(x: NumberColumn, part: Partial<SeriesPoints> = {}): SeriesPoints {
  return {
    total: x.length,
    kept: 0,
    isReduced: false,
    isRising: true,
    x: new GrowingColumn(x),
    y: new GrowingColumn(Float32Array.from(x, (value) => value * 10)),
    raw: undefined,
    steps: undefined,
    exactSteps: undefined,
    wallTimes: undefined,
    marks: [],
    nonFinite: 0,
    supersededCount: 0,
    superseded: undefined,
    isComplete: true,
    origin: 0,
    ...part,
  };
}

const xOf = (one: SeriesPoints | undefined): readonly number[] | undefined => one && [...one.x.view];

it('adds new points behind those held', () => {
  const held = points(Int32Array.of(1, 2, 3));
  const more = extendPoints(held, held, points(Int32Array.of(4), { kept: 3, total: 4 }));
  expect(xOf(more)).toEqual([1, 2, 3, 4]);
  expect([...(more?.y.view ?? [])]).toEqual([10, 20, 30, 40]);
  expect(more?.x.view).toBeInstanceOf(Int32Array);
  expect(more?.total).toBe(4);
});

it('leaves what was drawn before as it was, though both lie in the same memory', () => {
  const base = points(Int32Array.of(1, 2));
  const one = extendPoints(base, base, points(Int32Array.of(3), { kept: 2, total: 3 }));
  const two = one && extendPoints(base, one, points(Int32Array.of(4), { kept: 3, total: 4 }));
  expect(two?.x.view.buffer).toBe(one?.x.view.buffer);
  // A restart: the same place is written again, elsewhere.
  const other = one && extendPoints(base, one, points(Int32Array.of(7, 8), { kept: 3, total: 5 }));
  expect(xOf(one)).toEqual([1, 2, 3]);
  expect(xOf(two)).toEqual([1, 2, 3, 4]);
  expect(xOf(other)).toEqual([1, 2, 3, 7, 8]);
});

it('goes back to the whole answer when the server refers to it', () => {
  const base = points(Int32Array.of(1, 9), { total: 500, isReduced: true });
  const held = extendPoints(base, base, points(Int32Array.of(10, 11), { kept: 500, total: 502 }));
  const again = held && extendPoints(base, held, points(Int32Array.of(10, 12), { kept: 500, total: 503 }));
  expect(xOf(again)).toEqual([1, 9, 10, 12]);
});

it('cuts a whole series where a restart began, with its marks', () => {
  const marks = [2, 4].map((x) => ({ x, kind: 'nan' as const, count: 1 }));
  const held = points(Int32Array.of(1, 2, 3, 4), { marks, nonFinite: 2 });
  const cut = extendPoints(held, held, points(Int32Array.of(3, 4), { kept: 2, total: 4 }));
  expect(xOf(cut)).toEqual([1, 2, 3, 4]);
  expect(cut).toMatchObject({ marks: [marks[0]], nonFinite: 1, total: 4 });
});

it('takes a series that begins anew as it is', () => {
  const held = points(Int32Array.of(1, 2, 3));
  expect(xOf(extendPoints(held, held, points(Int32Array.of(0, 5))))).toEqual([0, 5]);
});

it('refuses what cannot be put together', () => {
  const reduced = points(Int32Array.of(1, 9), { total: 500, isReduced: true });
  expect(extendPoints(reduced, reduced, points(Int32Array.of(5), { kept: 300, total: 301 }))).toBeUndefined();
  const sorted = points(Int32Array.of(1, 2), { isRising: false });
  expect(extendPoints(sorted, sorted, points(Int32Array.of(3), { kept: 2, total: 3 }))).toBeUndefined();
  const held = points(Int32Array.of(1, 5));
  expect(extendPoints(held, held, points(Int32Array.of(3), { kept: 2, total: 3 }))).toBeUndefined();
});

it('widens columns for numbers that do not fit', () => {
  const held = points(Int32Array.of(1, 2));
  const more = extendPoints(held, held, points(Float64Array.of(2 ** 40), { kept: 2, total: 3 }));
  expect(more?.x.view).toEqual(Float64Array.of(1, 2, 2 ** 40));
});

it('keeps steps exact when they grow past 2^53', () => {
  const held = points(Int32Array.of(1, 2));
  const big = 2n ** 60n + 1n;
  const part = points(Float64Array.of(2 ** 60), { kept: 2, total: 3, exactSteps: BigInt64Array.of(big) });
  expect(extendPoints(held, held, part)?.exactSteps).toEqual(BigInt64Array.of(1n, 2n, big));
});

it('stays the same curve when nothing came', () => {
  const held = points(Int32Array.of(1, 2));
  const same = extendPoints(held, held, points(Int32Array.of(), { kept: 2, total: 2 }));
  expect(same?.x).toBe(held.x);
});
