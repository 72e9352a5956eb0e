import { expect, it } from 'vitest';
import type { Run } from '$api/core';
import { groupingBy } from '$kind/run_coloring';
import { colorByTags } from '$kind/runs_params';
import { colorGroups } from './color_groups';

const runs = ['a/1', 'b/1', 'b/2', 'other', 'c/1'].map((name): Run => ({
  id: name,
  name,
  points: 0,
  kinds: new Map(),
  lastStep: undefined,
  startTime: undefined,
  lastTime: undefined,
}));
const shown = (by: string, notes = new Map()): readonly unknown[] =>
  colorGroups(runs, groupingBy(by, notes)).map((group) => [group.name, group.runs.length]);

it('puts runs with the same match together, and the rest last', () => {
  expect(shown('^(.*)/')).toEqual([
    ['b', 2],
    ['a', 1],
    ['c', 1],
    [undefined, 1],
  ]);
});

it('groups by the tags of runs, in whatever order they were given', () => {
  const notes = new Map([
    ['a/1', { tags: ['x', 'y'] }],
    ['b/1', { tags: ['y', 'x'] }],
    ['c/1', { tags: ['x'] }],
  ]);
  expect(shown(colorByTags, notes)).toEqual([
    ['x, y', 2],
    ['x', 1],
    [undefined, 2],
  ]);
});

it('takes a pattern that does not compile for none', () => expect(shown('(').length).toBe(runs.length));
