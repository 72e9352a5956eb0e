import { expect, it } from 'vitest';
import { sparkOf } from './spark_path';

it('fills its place, and marks a step', () => {
  const spark = sparkOf({ steps: [0, 5, 10], values: [3, 1, 2] }, 5, 100, 20);
  expect(spark).toEqual({ path: 'M0 0L50 20L100 10', mark: 50 });
});

it('leaves a gap where a value is not finite', () => {
  const spark = sparkOf(
    { steps: [0, 1, 2, 3], values: [0, Number.NaN, Number.POSITIVE_INFINITY, 4] },
    undefined,
    30,
    10,
  );
  expect(spark).toEqual({ path: 'M0 10M30 0', mark: undefined });
});

it('draws a constant in the middle, and nothing of nothing', () => {
  expect(sparkOf({ steps: [7], values: [1] }, 9, 10, 10)).toEqual({ path: 'M5 5', mark: undefined });
  expect(sparkOf({ steps: [1, 2], values: [4, 4] }, undefined, 10, 10)?.path).toBe('M0 5L10 5');
  expect(sparkOf({ steps: [], values: [] }, undefined, 10, 10)).toBeUndefined();
  expect(sparkOf({ steps: [1], values: [Number.NaN] }, undefined, 10, 10)).toBeUndefined();
});
