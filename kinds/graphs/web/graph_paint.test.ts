import { expect, test } from 'vitest';
import { fakeScene } from './fake_scene';
import { graphPaint } from './graph_paint';

const scene = fakeScene(
  [{ id: 'n:a', cost: { nodes: 1, sum: 1, span: 1, memory: 0 } }, { id: 'n:b' }, { id: 's:c', open: true }],
  [['n:a', 'n:b']],
);
const [a, b, c] = ['n:a', 'n:b', 's:c'].map((id) => scene.nodeById.get(id));
const [edge] = scene.edges;
if (!a || !b || !c || !edge) throw new Error('the scene lacks something');

const parts = {
  coloring: { fill: () => '#112233', legend: { kind: 'nothing' } },
  comparison: undefined,
  differences: { added: '#00ff00', changed: '#ffff00' },
  marks: undefined,
  isProfile: false,
} as const;

test('colours are by what somebody wants to see, differences before them', () => {
  expect(graphPaint(parts).fill(a)).toBe('#112233');
  const status = new Map([['n:a', 'added'] as const]);
  const comparison = { status, added: [], changed: [], removed: [], same: 2, isWhole: true };
  const paint = graphPaint({ ...parts, comparison });
  expect([paint.fill(a), paint.fill(b)]).toEqual(['#00ff00', undefined]);
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
