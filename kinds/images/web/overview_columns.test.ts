import { expect, it } from 'vitest';
import { StepColumn } from '$media/step_column';
import { mostColumns, overviewColumns, pointOfColumn } from './overview_columns';

const column = (...steps: number[]): StepColumn => StepColumn.of(Int32Array.from(steps));

it('takes all steps, or evenly some of them with both ends', () => {
  expect(overviewColumns(3, 10)).toEqual([0, 1, 2]);
  expect(overviewColumns(101, 3)).toEqual([0, 50, 100]);
  expect(overviewColumns(5, 1)).toEqual([4]);
  expect(overviewColumns(0, 5)).toEqual([]);
  expect(overviewColumns(1_000_000, 1e9)).toHaveLength(mostColumns);
});

it('shows a point in the column that it is nearest to, and only there', () => {
  const all = column(0, 10, 20, 30);
  const columns = [0, 1, 2, 3];
  const run = column(1, 19, 30);
  expect(columns.map((_, i) => pointOfColumn(run, all, columns, i))).toEqual([0, -1, 1, 2]);
  expect(pointOfColumn(column(), all, columns, 0)).toBe(-1);
  expect(pointOfColumn(run, all, columns, 9)).toBe(-1);
});

it('does not repeat a run that ended early', () => {
  const all = column(0, 100, 200);
  expect([0, 1, 2].map((i) => pointOfColumn(column(0), all, [0, 1, 2], i))).toEqual([0, -1, -1]);
});
