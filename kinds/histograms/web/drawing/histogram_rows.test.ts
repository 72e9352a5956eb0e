import { expect, it } from 'vitest';
import { binFacts, rowOfStep } from './histogram_rows';
import { rowsOf } from './histogram_rows_support';

it('tells count, share and percentile of a bin', () => {
  const data = rowsOf([[1, 2, 1]], { below: Float64Array.of(4), total: Float64Array.of(8) });
  expect(binFacts(data, { row: 0, bin: 1 })).toEqual({ low: 1, high: 2, count: 2, share: 0.25, percentile: 0.875 });
});

it('tells the mean count of steps that were added up, and their common share', () => {
  const facts = binFacts(rowsOf([[30, 10]], { merged: Float64Array.of(5) }), { row: 0, bin: 0 });
  expect(facts.count).toBe(6);
  expect(facts.share).toBe(0.75);
});

it('has no shares where there are no values', () => {
  const facts = binFacts(rowsOf([[0, 0]]), { row: 0, bin: 0 });
  expect(facts.count).toBe(0);
  expect(facts.share).toBeNaN();
  expect(facts.percentile).toBeNaN();
});

it('finds the row of a step, or the nearest', () => {
  const data = rowsOf([[1], [1], [1]]);
  expect(rowOfStep(data, 10)).toBe(1);
  expect(rowOfStep(data, 14)).toBe(1);
  expect(rowOfStep(data, 16)).toBe(2);
  expect(rowOfStep(data, -5)).toBe(0);
  expect(rowOfStep(rowsOf([]), 1)).toBeUndefined();
});

it('finds the row in which a step was added up', () => {
  const data = rowsOf([[1], [1], [1]], { lastSteps: Float64Array.of(9, 19, 29) });
  expect(rowOfStep(data, 9)).toBe(0);
  expect(rowOfStep(data, 19)).toBe(1);
  expect(rowOfStep(data, 1000)).toBe(2);
});
