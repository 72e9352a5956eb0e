import { describe, expect, it } from 'vitest';
import type { Run } from '$api/core';
import {
  countOn,
  findTyped,
  makeRows,
  pathParts,
  runsBetween,
  runsOfRow,
  type ListRow,
  type RowsInput,
} from './run_rows';

const run = (name: string): Run => ({
  id: name,
  name,
  points: 0,
  kinds: new Map(),
  lastStep: undefined,
  startTime: undefined,
  lastTime: undefined,
});

const rowsOf = (names: readonly string[], change: Partial<RowsInput> = {}): ReturnType<typeof makeRows> =>
  makeRows({
    runs: names.map(run),
    hidden: [],
    isHiddenOpen: false,
    isTree: true,
    commonFolder: '',
    isPinned: () => false,
    isOpen: () => true,
    ...change,
  });

const text = (row: ListRow): string => {
  if (row.kind === 'hidden') return `(${row.count} ${row.isOpen ? 'open' : 'closed'})`;
  const indent = '  '.repeat(row.depth);
  return row.kind === 'folder' ? `${indent}${row.label}/ ${row.end - row.begin}` : `${indent}${row.label}`;
};
const texts = (...args: Parameters<typeof rowsOf>): readonly string[] => rowsOf(...args).rows.map(text);

describe('makeRows', () => {
  it('puts runs into folders, and a folder that is alone in another into one row', () => {
    expect(texts(['a/b/x', 'a/b/y', 'c', 'd/1', 'd/e/2'])).toEqual([
      'a/b/ 2',
      '  x',
      '  y',
      'c',
      'd/ 2',
      '  1',
      '  e/ 1',
      '    2',
    ]);
  });
  it('keeps the order of the list inside of folders, and folders where their first run is', () => {
    expect(texts(['z/2', 'a/1', 'z/1'])).toEqual(['z/ 2', '  2', '  1', 'a/ 1', '  1']);
    expect(rowsOf(['z/2', 'a/1', 'z/1']).ordered.map(({ name }) => name)).toEqual(['z/2', 'z/1', 'a/1']);
  });
  it('counts the runs of closed folders without rows for them', () => {
    expect(texts(['a/1', 'a/b/2', 'a/b/3', 'c'], { isOpen: () => false })).toEqual(['a/ 3', 'c']);
  });
  it('tells a run from a folder of the same name', () => {
    expect(texts(['main', 'main/up', '.'])).toEqual(['main', 'main/ 1', '  up', '.']);
  });
  it('takes what is pinned first, and what is hidden last, when asked for', () => {
    const change = { isPinned: ({ name }: Run) => name === 'p/b', hidden: [run('p/h')], commonFolder: 'p/' };
    expect(texts(['p/a/1', 'p/b'], change)).toEqual(['b', 'a/ 1', '  1', '(1 closed)']);
    expect(texts(['p/a/1', 'p/b'], { ...change, isTree: false, isHiddenOpen: true })).toEqual([
      'b',
      'a/1',
      '(1 open)',
      'h',
    ]);
  });
  it('makes each of 10,000 runs one row, and every folder right', () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `s${i % 100}/lr${i % 7}/${i}`);
    const { rows, ordered } = rowsOf(names);
    expect(rows.filter((row) => row.kind === 'run').length).toBe(10_000);
    for (const row of rows) {
      if (row.kind === 'folder')
        expect(runsOfRow(row, ordered).every(({ name }) => name.startsWith(row.path))).toBe(true);
    }
  });
});

it.each([
  ['a/b', ['a', 'b']],
  ['/abs/x', ['/abs', 'x']],
  ['end/', ['end/']],
  ['a//b', ['a//b']],
  ['.', ['.']],
  ['', ['']],
])('pathParts(%s)', (name, parts) => expect(pathParts(name)).toEqual(parts));

describe('runsBetween', () => {
  const rows = rowsOf(['a/1', 'a/2', 'b/3', 'b/4', 'c'], { isOpen: (path) => path === 'a/' });
  const names = (from: number, to: number): readonly string[] => runsBetween(rows, from, to).map(({ name }) => name);
  it('means what stands between, in both directions', () => {
    expect(names(1, 2)).toEqual(['a/1', 'a/2']);
    expect(names(4, 1)).toEqual(['a/1', 'a/2', 'b/3', 'b/4', 'c']);
  });
  it('takes all of a closed folder, and nothing for the row of an open one', () => {
    expect(names(3, 3)).toEqual(['b/3', 'b/4']);
    expect(names(0, 0)).toEqual([]);
  });
});

it('counts what is on before each run', () => {
  expect([...countOn(['a', 'b', 'c'].map(run), (id) => id !== 'b')]).toEqual([0, 1, 1, 2]);
});

describe('findTyped', () => {
  const labels = ['Alpha', 'beta', 'alps', 'gamma'];
  it.each([
    ['a', 0, 2],
    ['a', 2, 0],
    ['alph', 0, 0],
    ['al', 1, 2],
    ['x', 0, undefined],
  ])('%s from %i', (typed, from, found) => expect(findTyped(labels, typed, from)).toBe(found));
});
