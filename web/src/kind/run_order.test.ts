import { expect, it } from 'vitest';
import type { Run } from '$api/core';
import type { RunColumn } from './run_columns';
import { sortRuns, topRuns } from './run_order';

const values: Readonly<Record<string, number | undefined>> = {
  a: 2,
  b: undefined,
  c: 1,
  d: Number.NaN,
  e: 2,
  f: Number.NEGATIVE_INFINITY,
};
const runs = Object.keys(values).map((name): Run => ({
  id: name,
  name,
  points: 0,
  kinds: new Map(),
  lastStep: undefined,
  startTime: undefined,
  lastTime: undefined,
}));
const by: RunColumn = { kind: 'tag', what: 'last', tag: 'loss' };
const reader = () => (run: Run) => values[run.name];
const names = (sorted: readonly Run[]): string => sorted.map(({ name }) => name).join('');

it('puts what has no number last in both directions, and equal ones by name', () => {
  expect(names(sortRuns(runs, { by, isDescending: false }, reader))).toBe('fcaebd');
  expect(names(sortRuns(runs, { by, isDescending: true }, reader))).toBe('aecfbd');
});

it('turns names around', () => {
  expect(names(sortRuns(runs, { by: undefined, isDescending: true }, reader))).toBe('fedcba');
  expect(names(sortRuns(runs, { by: undefined, isDescending: false }, reader))).toBe('abcdef');
});

it('takes the first ones, in the order of names', () => {
  expect(names(topRuns(runs, 3, { by, isDescending: true }, reader))).toBe('ace');
  expect(names(topRuns(runs, 0, { by, isDescending: true }, reader))).toBe('abcdef');
  expect(names(topRuns(runs, 9, { by, isDescending: true }, reader))).toBe('abcdef');
});
