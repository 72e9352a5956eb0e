import { expect, test } from 'vitest';
import { fakeScene } from './fake_scene';
import { badgeOf, badgeText, besideHit, edgeStatus, isAbsent, readDifferences } from './graph_compare';

const colors = {
  fills: { added: '#111111', removed: '#222222', changed: '#333333' },
  inks: { added: '#aaaaaa', removed: '#bbbbbb', changed: '#cccccc' },
};
const scene = fakeScene(
  [
    { id: 'n:new', diff: { status: 'added' } },
    { id: 'n:old', diff: { status: 'removed' } },
    { id: 's:a', count: 9, diff: { status: 'changed', added: 2, removed: 0, changed: 1 } },
    { id: 'n:same' },
  ],
  [
    ['n:new', 's:a', { diff: { added: 1, removed: 0 } }],
    ['n:old', 's:a', { tensors: 0, controls: 2, diff: { added: 0, removed: 2 } }],
    ['n:same', 's:a', { tensors: 3, diff: { added: 1, removed: 1 } }],
    ['n:same', 'n:old'],
  ],
);
const node = (id: string): NonNullable<ReturnType<typeof scene.nodeById.get>> => {
  const found = scene.nodeById.get(id);
  if (found === undefined) throw new Error(id);
  return found;
};

test('a sign for a node, numbers for a group, nothing for what is the same', () => {
  expect(badgeOf(node('n:new'), colors)).toEqual({ text: '+', color: '#aaaaaa' });
  expect(badgeOf(node('n:old'), colors)?.text).toBe('−');
  expect(badgeOf(node('s:a'), colors)).toEqual({ text: '+2\u2002~1', color: '#cccccc' });
  expect(badgeOf(node('n:same'), colors)).toBeUndefined();
  expect(badgeText({ status: 'changed', added: 0, removed: 3, changed: 0 }, true)).toBe('−3');
});

test('one graph alone: what only the other has is absent, and its lines', () => {
  const nodes = ['n:new', 'n:old', 's:a', 'n:same'].map(node);
  expect(nodes.map((one) => isAbsent(one, 'old'))).toEqual([true, false, false, false]);
  expect(nodes.map((one) => isAbsent(one, 'new'))).toEqual([false, true, false, false]);
  expect(nodes.some((one) => isAbsent(one, 'both'))).toBe(false);
  expect(scene.edges.map((edge) => isAbsent(edge, 'old'))).toEqual([true, false, false, false]);
  expect(scene.edges.map((edge) => isAbsent(edge, 'new'))).toEqual([false, true, false, false]);
});

test('a line has the colour of its only graph; one with something of both is changed', () => {
  expect(scene.edges.map(edgeStatus)).toEqual(['added', 'removed', 'changed', undefined]);
});

test('the walk begins at either end, goes on from what is selected, and around', () => {
  const { hits, total } = readDifferences({
    total: 7,
    hits: [
      { id: 'n:x', kind: 'op', name: 'x', scopes: [], diff: { status: 'changed' } },
      { id: 's:a', kind: 'scope', name: 'a', count: 3, scopes: ['b'], diff: { status: 'added', added: 3 } },
    ],
  });
  expect(total).toBe(7);
  expect(hits[1]?.diff).toEqual({ status: 'added', added: 3, removed: 0, changed: 0 });
  expect(besideHit(hits, undefined, 1)?.hit.id).toBe('n:x');
  expect(besideHit(hits, 'n:other', -1)?.hit.id).toBe('s:a');
  expect(besideHit(hits, 'n:x', 1)).toMatchObject({ at: 1 });
  expect(besideHit(hits, 's:a', 1)?.hit.id).toBe('n:x');
  expect(besideHit(hits, 'n:x', -1)?.hit.id).toBe('s:a');
  expect(besideHit([], undefined, 1)).toBeUndefined();
});

test('an answer that tells an unknown status is refused', () => {
  const hit = { id: 'n:x', kind: 'op', name: 'x', scopes: [], diff: { status: 'odd' } };
  expect(() => readDifferences({ total: 1, hits: [hit] })).toThrow('odd');
});
