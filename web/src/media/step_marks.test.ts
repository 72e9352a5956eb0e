import { expect, it } from 'vitest';
import { StepColumn } from './step_column';
import { stepMarks } from './step_marks';

const places = (path: string): readonly number[] => [...path.matchAll(/M(\d+) /g)].map(([, x]) => Number(x));

it('marks each step where it lies', () => {
  const path = stepMarks(StepColumn.of(Int32Array.from([0, 10, 100])), 100, 6);
  expect(places(path)).toEqual([0, 10, 100]);
});

it('draws one mark for a pixel, higher where there are more', () => {
  const steps = [...Array.from({ length: 50_000 }, (_, i) => i), 100_000];
  const path = stepMarks(StepColumn.of(Float64Array.from(steps)), 100, 6);
  expect(places(path)).toEqual([...Array.from({ length: 51 }, (_, i) => i), 100]);
  const heights = [...path.matchAll(/v-([\d.]+)/g)].map(([, height]) => Number(height));
  expect(heights[10]).toBe(6);
  expect(heights.at(-1)).toBeLessThan(3);
});

it('draws nothing where there is nothing to choose', () => {
  expect(stepMarks(StepColumn.of(Int32Array.from([5])), 100, 6)).toBe('');
  expect(stepMarks(StepColumn.of(new Int32Array()), 100, 6)).toBe('');
  expect(stepMarks(StepColumn.of(Int32Array.from([1, 2])), 0, 6)).toBe('');
});
