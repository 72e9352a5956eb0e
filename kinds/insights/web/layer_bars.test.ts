import { expect, it } from 'vitest';
import { layerBars } from './layer_bars';

const lengths = (...values: readonly number[]): readonly number[] =>
  layerBars(values.map((value, i) => ({ tag: String(i), value }))).map(({ length }) => length);

it('spreads powers of ten evenly', () => {
  const [small = 0, middle = 0, large = 0] = lengths(1e-6, 1e-3, 1);
  expect([small, large]).toEqual([0.06, 1]);
  expect(middle).toBeCloseTo((small + large) / 2);
});

it('copes with zeros, equal values and those that are not finite', () => {
  expect(lengths(0, 2, 2)).toEqual([0, 1, 1]);
  expect(lengths(Number.NaN, Number.POSITIVE_INFINITY, -3)).toEqual([0, 1, 1]);
  expect(lengths()).toEqual([]);
  expect(lengths(0)).toEqual([0]);
});
