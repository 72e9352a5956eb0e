import { expect, test } from 'vitest';
import { fakeScene } from './fake_scene';
import { compareGraphs, namesOf } from './graph_compare';

const namesIn = (nodes: readonly { readonly name: string }[]): readonly string[] => nodes.map(({ name }) => name);

test('what is new, other, the same and gone', () => {
  const before = fakeScene(
    [
      { id: 'n:in', op: 'Placeholder' },
      { id: 's:a', count: 3 },
      { id: 'n:act', op: 'Relu' },
      { id: 'n:old', op: 'Neg' },
      { id: 'g:r_[0-5]', op: 'Read', count: 6 },
      { id: 'n:out', op: 'Sum' },
    ],
    [
      ['n:in', 's:a'],
      ['s:a', 'n:act'],
      ['n:act', 'n:out'],
    ],
  );
  const after = fakeScene(
    [
      { id: 'n:in', op: 'Placeholder' },
      { id: 's:a', count: 4 },
      { id: 'n:act', op: 'Tanh' },
      { id: 'n:new', op: 'Abs' },
      { id: 'g:r_[0-7]', op: 'Read', count: 8 },
      { id: 'n:out', op: 'Sum' },
    ],
    [
      ['n:in', 's:a'],
      ['s:a', 'n:act'],
      ['n:act', 'n:out', { label: '2×4' }],
    ],
  );
  const found = compareGraphs(after, before);
  expect(namesIn(found.added)).toEqual(['new']);
  expect(namesIn(found.changed)).toEqual(['a', 'act', 'r_[0-7]', 'out']);
  expect(found.removed).toEqual([{ name: 'old', op: 'Neg' }]);
  expect(found.same).toBe(1);
  expect(found.status.get('n:act')).toBe('changed');
  expect(found.isWhole).toBe(false);
});

test('a graph is as itself, and a little node is there too', () => {
  const note = { id: 'n:c', name: 'c', label: 'c', kind: 'op', role: 'embedded', op: 'Const', tensors: 1, controls: 0 };
  const embedded = fakeScene([{ id: 'n:x', in: [note] }]);
  expect(compareGraphs(embedded, embedded)).toMatchObject({ added: [], changed: [], removed: [], same: 1 });
  const drawn = fakeScene([{ id: 'n:x', in: [note] }, { id: 'n:c' }]);
  expect(compareGraphs(drawn, embedded).added).toEqual([]);
  expect(compareGraphs(embedded, drawn).removed).toEqual([]);
});

test('an open scope is changed if it has another number of nodes', () => {
  const open = (count: number): ReturnType<typeof fakeScene> =>
    fakeScene([
      { id: 's:a', open: true, count },
      { id: 'n:a/x', in_item: 's:a' },
    ]);
  const found = compareGraphs(open(3), open(2));
  expect(found.status.get('s:a')).toBe('changed');
  expect(found.changed).toEqual([]);
});

test('names tell what differs in closed scopes', () => {
  const scene = fakeScene([{ id: 's:a', count: 2 }, { id: 's:b', count: 1 }, { id: 's:c', count: 1 }, { id: 'n:x' }]);
  const shown = new Map([
    ['a/in', 'Add'],
    ['a/relu', 'Relu'],
    ['b/y', 'Mul'],
    ['c/z', 'Sub'],
    ['x', 'Op'],
  ]);
  const other = new Map([
    ['a/in', 'Add'],
    ['a/tanh', 'Tanh'],
    ['b/y', 'Mul'],
    ['x', 'Op'],
  ]);
  const found = compareGraphs(scene, scene, { shown, other });
  expect([...found.status]).toEqual([
    ['s:a', 'changed'],
    ['s:c', 'added'],
  ]);
  expect(namesIn(found.added)).toEqual(['a/relu', 'c/z']);
  expect(namesIn(found.removed)).toEqual(['a/tanh']);
  expect(found.same).toBe(3);
  expect(found.isWhole).toBe(true);
});

test('names of nodes, not of scopes', () => {
  const hit = { id: '', op: 'Add', count: undefined, scopes: [] };
  const names = namesOf([
    { ...hit, kind: 'op', name: 'a/b' },
    { ...hit, kind: 'scope', name: 'a' },
  ]);
  expect([...names]).toEqual([['a/b', 'Add']]);
});
