import { expect, test } from 'vitest';
import { fakeScene } from './fake_scene';
import { graphPaint } from './graph_paint';

const scene = fakeScene(
  [
    { id: 'n:a', cost: { nodes: 1, sum: 1, span: 1, memory: 0 }, diff: { status: 'added' } },
    { id: 'n:b' },
    { id: 's:c', open: true, diff: { status: 'changed', added: 1, removed: 0, changed: 0 } },
  ],
  [['n:a', 'n:b', { diff: { added: 1, removed: 0 } }]],
);
const [a, b, c] = ['n:a', 'n:b', 's:c'].map((id) => scene.nodeById.get(id));
const [edge] = scene.edges;
if (!a || !b || !c || !edge) throw new Error('the scene lacks something');

const parts = {
  coloring: { fill: () => '#112233', legend: { kind: 'nothing' } },
  comparison: undefined,
  marks: undefined,
  isProfile: false,
} as const;
const colors = {
  fills: { added: '#00ff00', removed: '#ff0000', changed: '#0000ff' },
  inks: { added: '#008800', removed: '#880000', changed: '#000088' },
};

test('colours are by what somebody wants to see, differences before them', () => {
  expect(graphPaint(parts).fill(a)).toBe('#112233');
  expect(graphPaint(parts).badge).toBeUndefined();
  const paint = graphPaint({ ...parts, comparison: { colors, side: 'both' } });
  expect([a, b, c].map((item) => paint.fill(item))).toEqual(['#00ff00', undefined, undefined]);
  expect([a, b, c, edge].map((item) => paint.isMarked(item))).toEqual(['#008800', false, false, '#008800']);
  expect([a, b, c].map((item) => paint.badge?.(item)?.text)).toEqual(['+', undefined, '+1']);
  expect([a, b, c, edge].some((item) => paint.isFaded(item))).toBe(false);
});

test('of one graph alone the other steps back, in its place', () => {
  const paint = graphPaint({ ...parts, isProfile: true, comparison: { colors, side: 'old' } });
  expect([a, b, c, edge].map((item) => paint.isFaded(item))).toEqual([true, false, false, true]);
});

test('in a profile what was not executed steps back, but nothing that is open', () => {
  const paint = graphPaint({ ...parts, isProfile: true });
  expect([a, b, c, edge].map((item) => paint.isFaded(item))).toEqual([false, true, false, false]);
  expect([a, b, c, edge].some((item) => graphPaint(parts).isFaded(item))).toBe(false);
});

test('for marks all else steps back', () => {
  const marks = { nodes: new Set(['n:a']), edges: new Set<string>(), around: new Set(['s:c']) };
  const paint = graphPaint({ ...parts, marks, isProfile: true });
  expect([a, b, c, edge].map((item) => paint.isFaded(item))).toEqual([false, true, false, true]);
  expect([a, b, c, edge].map((item) => paint.isMarked(item))).toEqual([true, false, false, false]);
});
