import { expect, it } from 'vitest';
import type { Run } from '$api/core';
import { standardPalette, ungroupedColor } from '$base/run_colors';
import { compileGroups, groupingBy, RunColoring } from './run_coloring';

const run = (name: string, startTime: number): Run => ({
  id: name,
  name,
  points: 0,
  kinds: new Map(),
  lastStep: undefined,
  startTime,
  lastTime: undefined,
});
const none = new Map();
const colorsOf = (coloring: RunColoring, runs: readonly Run[], by = '', notes = none): ReadonlyMap<string, string> =>
  coloring.colorsOf(runs, notes, groupingBy(by, notes), standardPalette, [by]);

it('gives runs the same colours on every visit, in whatever order they come', () => {
  const runs = Array.from({ length: 100 }, (_, i) => run(`run${i}`, i));
  const first = colorsOf(new RunColoring(), runs);
  expect(colorsOf(new RunColoring(), [...runs].reverse())).toEqual(first);
  // A visit later there are more.
  const later = colorsOf(new RunColoring(), [run('new', 1000), ...runs]);
  expect(runs.every(({ id }) => later.get(id) === first.get(id))).toBe(true);
});

it('lets a run keep its colour when an older one appears', () => {
  const coloring = new RunColoring();
  const before = colorsOf(coloring, [run('a', 10), run('b', 20)]);
  const many = Array.from({ length: 50 }, (_, i) => run(`old${i}`, i / 100));
  const after = colorsOf(coloring, [...many, run('a', 10), run('b', 20)]);
  expect([after.get('a'), after.get('b')]).toEqual([before.get('a'), before.get('b')]);
});

it('gives a group one colour, those outside grey, and the chosen colour before both', () => {
  const notes = new Map([
    ['x/2', { color: '#123456' }],
    ['x/3', { color: 'url(evil)' }],
  ]);
  const runs = ['x/1', 'x/2', 'x/3', 'other'].map((name, i) => run(name, i));
  const colors = colorsOf(new RunColoring(), runs, '^(.)/', notes);
  expect(colors.get('x/3')).toBe(colors.get('x/1'));
  expect([colors.get('x/2'), colors.get('other')]).toEqual(['#123456', ungroupedColor]);
});

it('says what is wrong with a pattern', () => {
  expect(compileGroups('a(b').problem?.message).not.toBe('');
  expect(compileGroups('a(b').problem?.at).toBe(1);
  expect(compileGroups('(a').pattern).toBeUndefined();
  expect(compileGroups('(a)').pattern?.source).toBe('(a)');
});

it('reads a pattern as the list is read, without the folder of all', () => {
  const runs = ['exp/mlp/1', 'exp/mlp/2', 'exp/vit/1'].map((name, i) => run(name, i));
  expect(runs.map(groupingBy('^([^/]*)/', none, 'exp/'))).toEqual(['mlp', 'mlp', 'vit']);
  expect(runs.map(groupingBy('^exp/(...)', none, 'exp/'))).toEqual(['mlp', 'mlp', 'vit']);
  expect(runs.map(groupingBy('^mlp', none, 'exp/'))).toEqual(['mlp', 'mlp', undefined]);
});
