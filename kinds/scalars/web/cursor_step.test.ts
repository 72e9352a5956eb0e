import { expect, it } from 'vitest';
import { stepAtPlace } from './cursor_step';

const line = {
  key: 'a',
  label: 'a',
  x: Float64Array.of(0, 10, 20),
  y: Float64Array.of(1, 2, 3),
  steps: Int32Array.of(100, 200, 300),
  side: 'left',
  isBackground: false,
} as const;

it('is the place itself on an axis of steps', () => {
  expect(stepAtPlace([], 'step', 41.7)).toBe(42);
});

it('is that of the nearest point on others', () => {
  expect(stepAtPlace([line], 'relative', 13)).toBe(200);
  expect(stepAtPlace([line], 'relative', 99)).toBe(300);
  const other = { ...line, x: Float64Array.of(12.5), steps: Int32Array.of(7) };
  expect(stepAtPlace([line, other], 'relative', 13)).toBe(7);
});

it('is not known where curves do not tell their steps', () => {
  expect(stepAtPlace([{ ...line, steps: undefined }], 'wall', 13)).toBeUndefined();
});
