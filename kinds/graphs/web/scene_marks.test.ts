import { expect, test } from 'vitest';
import { fakeScene } from './fake_scene';
import { isFadedBy, isMarkedBy, itemOf, pathMarks, traceMarks } from './scene_marks';

// in -> a { x -> y } -> out, and aside something that has nothing to do with it.
const scene = fakeScene(
  [
    { id: 'n:in' },
    { id: 's:a', open: true, count: 2 },
    { id: 'n:a/x', in_item: 's:a' },
    { id: 'n:a/y', in_item: 's:a' },
    { id: 'n:out' },
    { id: 's:b', count: 9 },
    { id: 'g:b_[0-5]', count: 6 },
  ],
  [
    ['n:in', 's:a'],
    ['n:in', 'n:a/x', { in_item: 's:a', border: 'from' }],
    ['n:a/x', 'n:a/y', { in_item: 's:a' }],
    ['n:a/y', '', { in_item: 's:a', border: 'to' }],
    ['s:a', 'n:out'],
    ['n:in', 's:b'],
  ],
);

function shown(marks: ReturnType<typeof traceMarks>): readonly string[] {
  return scene.edges.filter((edge) => !isFadedBy(marks, edge)).map(({ from, to }) => `${from}>${to}`);
}

test('a trace keeps its items, what is around them, and every part of its edges', () => {
  const marks = traceMarks(scene, {
    count: 2,
    items: new Set(['n:in', 'n:a/x', 'n:hidden']),
    edges: [['n:in', 'n:a/x']],
  });
  expect(scene.nodes.filter((node) => !isFadedBy(marks, node)).map((node) => node.id)).toEqual([
    'n:in',
    's:a',
    'n:a/x',
  ]);
  expect(scene.nodes.filter((node) => isMarkedBy(marks, node)).map((node) => node.id)).toEqual(['n:in', 'n:a/x']);
  expect(shown(marks)).toEqual(['n:in>s:a', 'n:in>n:a/x']);
});

test('a node is seen in the closed scope or the series around it', () => {
  expect(itemOf(scene, { id: 'n:a/x', name: 'a/x', scopes: ['a'] })).toBe('n:a/x');
  expect(itemOf(scene, { id: 'n:b/c/z', name: 'b/c/z', scopes: ['b', 'b/c'] })).toBe('s:b');
  expect(itemOf(scene, { id: 'n:b_3', name: 'b_3', scopes: [] })).toBe('g:b_[0-5]');
  expect(itemOf(scene, { id: 'n:a/gone', name: 'a/gone', scopes: ['a'] })).toBeUndefined();
});

test('a path goes through what is shown of it', () => {
  const hit = (name: string, scopes: readonly string[]) =>
    ({ id: `n:${name}`, kind: 'op', name, op: 'Add', count: undefined, scopes, diff: undefined }) as const;
  const marks = pathMarks(scene, [hit('in', []), hit('b/c/z', ['b', 'b/c']), hit('b/c/y', ['b', 'b/c'])]);
  expect([...marks.nodes]).toEqual(['n:in', 's:b']);
  expect(shown(marks)).toEqual(['n:in>s:b']);
});
