import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { SceneHits, type Hit } from './scene_hits';

const note = { id: 'n:c', name: 'c', label: 'c', kind: 'op', role: 'embedded', tensors: 1, controls: 0 };
const scene = {
  ...fakeScene(
    [
      { id: 's:a', x: 100, y: 100, w: 200, h: 200, open: true },
      { id: 'n:a/x', in_item: 's:a', x: 200, y: 200, w: 15, h: 6, in: [note] },
      { id: 's:b', x: 400, y: 100, w: 60, h: 15 },
    ],
    [['n:a/x', 's:a', { in_item: 's:a', border: 'to', points: [207, 200, 207, 100] }]],
  ),
  width: 500,
  height: 400,
};

function name(hit: Hit | undefined): string {
  if (hit === undefined) return 'nothing';
  if (hit.kind === 'edge') return 'edge';
  return hit.kind === 'note' ? `note ${hit.place.note?.id ?? ''}` : `${hit.kind} ${hit.node.id}`;
}

describe('SceneHits', () => {
  const hits = new SceneHits(scene);
  it.each([
    ['the innermost', 207, 203, 'node n:a/x'],
    ['an edge just above an op', 207, 197, 'edge'],
    ['the ground of an open item', 250, 280, 'node s:a'],
    ['its minus', 290, 111, 'toggle s:a'],
    ['the plus of a closed one', 455, 105, 'toggle s:b'],
    ['a closed one', 420, 107, 'node s:b'],
    ['a little node', 189, 203, 'note n:c'],
    ['an edge on the ground', 208, 160, 'edge'],
    ['a title above an edge', 207, 105, 'node s:a'],
    ['nothing', 20, 20, 'nothing'],
    ['nothing outside of the scene', -900, 9000, 'nothing'],
  ])('finds %s', (_, x, y, found) => {
    expect(name(hits.at({ x, y }, 2))).toBe(found);
  });

  it('finds what a look at every box finds', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const nodes = Array.from({ length: 300 }, (_, i) => ({
      ...{ id: `s:${String(i)}`, kind: 'more', x: (i % 20) * 50, y: Math.floor(i / 20) * 30 },
      ...{ w: 5 + 40 * random(), h: 5 + 20 * random() },
    }));
    const grid = new SceneHits({ ...fakeScene(nodes), width: 1000, height: 450 });
    for (let i = 0; i < 500; i += 1) {
      const at = { x: 1000 * random(), y: 450 * random() };
      const plain = nodes.find(({ x, y, w, h }) => at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h);
      expect(name(grid.at(at, 0))).toBe(plain === undefined ? 'nothing' : `node ${plain.id}`);
    }
  });
});
