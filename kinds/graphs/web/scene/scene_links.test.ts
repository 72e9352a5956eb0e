import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { SceneLinks } from './scene_links';
import { walk, type WalkKey } from './scene_walk';

// in -> a (open: x, y) -> b (open: z); c is beside b, with a little node for in.
const scene = fakeScene(
  [
    { id: 'n:in', x: 0, y: 400 },
    { id: 's:a', x: 0, y: 200, w: 100, h: 100, open: true },
    { id: 'n:a/x', in_item: 's:a', x: 10, y: 260 },
    { id: 'n:a/y', in_item: 's:a', x: 60, y: 260 },
    { id: 's:b', x: 0, y: 0, w: 100, h: 100, open: true },
    { id: 'n:b/z', in_item: 's:b', x: 10, y: 50 },
    {
      id: 'n:c',
      x: 200,
      y: 50,
      in: [{ id: 'n:in', name: 'in', label: 'in', kind: 'op', role: 'main', tensors: 1, controls: 0 }],
    },
    { id: 'n:aside', x: 400, y: 900, role: 'sink' },
  ],
  [
    ['n:in', 's:a'],
    ['n:in', 'n:a/x', { in_item: 's:a', border: 'from' }],
    ['n:a/x', 's:b', { in_item: 's:a', border: 'to' }],
    ['n:a/y', 's:b', { in_item: 's:a', border: 'to' }],
    ['s:a', 's:b'],
    ['', 'n:b/z', { in_item: 's:b', border: 'from' }],
  ],
);
const links = new SceneLinks(scene);

describe('SceneLinks', () => {
  it('follows edges into open items', () => {
    expect([...links.reach('n:in', 'out').nodes]).toEqual(['n:a/x']);
    expect(links.reach('n:in', 'out').edges.size).toBe(2);
  });
  it('follows them out of one and into the next, where several share a place', () => {
    expect([...links.reach('n:a/y', 'out').nodes]).toEqual(['n:b/z']);
    expect(links.reach('n:a/y', 'out').edges.size).toBe(3);
  });
  it('follows them back', () => {
    expect(new Set(links.reach('n:b/z', 'in').nodes)).toEqual(new Set(['n:a/x', 'n:a/y']));
  });
  it('ends at an open item where nothing goes on', () => {
    const open = fakeScene([{ id: 'n:a' }, { id: 's:b', open: true }], [['n:a', 's:b']]);
    expect([...new SceneLinks(open).reach('n:a', 'out').nodes]).toEqual(['s:b']);
  });
  it('survives circles', () => {
    const circle = fakeScene(
      [{ id: 's:a', open: true }],
      [
        ['s:a', 's:a'],
        ['s:a', 's:a', { in_item: 's:a', border: 'to' }],
      ],
    );
    expect(new SceneLinks(circle).reach('s:a', 'in').edges.size).toBeGreaterThan(0);
  });
});

describe('walk', () => {
  it.each<[string | undefined, WalkKey, string | undefined]>([
    [undefined, 'up', 'n:in'],
    ['n:gone', 'left', 'n:in'],
    ['n:in', 'up', 'n:a/x'],
    ['n:a/x', 'up', 'n:b/z'],
    ['n:b/z', 'down', 'n:a/x'],
    ['n:b/z', 'up', undefined],
    ['n:a/x', 'right', 'n:a/y'],
    ['n:a/y', 'right', undefined],
    ['n:a/y', 'left', 'n:a/x'],
    ['s:b', 'right', 'n:c'],
    ['n:c', 'down', 'n:in'],
    ['s:a', 'inwards', 'n:a/x'],
    ['n:a/x', 'outwards', 's:a'],
    ['n:in', 'inwards', undefined],
    ['n:in', 'outwards', undefined],
  ])('from %s %s to %s', (from, key, to) => {
    expect(walk(scene, links, from, key)?.id).toBe(to);
  });
  it('turns around with the flow', () => {
    const down = { ...scene, direction: 'down' } as const;
    expect(walk(down, links, 'n:in', 'down')?.id).toBe('n:a/x');
  });
});
