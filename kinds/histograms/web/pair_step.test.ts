import { expect, it } from 'vitest';
import { plainHeights, rowsOf } from './drawing/histogram_rows_support';
import { pairAt } from './pair_step';

const first = rowsOf([
  [100, 0],
  [1, 2],
]);
const second = rowsOf([
  [0, 50],
  [4, 1],
]);

it('scales two runs by what they have at this step', () => {
  const sides = pairAt([first, second], 9, { ...plainHeights, cuts: 'rows' });
  expect(sides.map(({ row }) => row)).toEqual([1, 1]);
  expect(sides.map(({ heights }) => [...heights.values])).toEqual([
    [0.25, 0.5],
    [1, 0.25],
  ]);
});

it('takes the last steps where none is told, and nothing of a run without any', () => {
  const sides = pairAt([first, rowsOf([])], undefined, plainHeights);
  expect(sides[0]?.row).toBe(1);
  expect(sides[1]?.data.rows).toBe(0);
});
