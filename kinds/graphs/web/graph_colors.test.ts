import { expect, test } from 'vitest';
import { standardPalette } from '$base/run_colors';
import { fakeScene, fakeSceneAnswer } from './fake_scene';
import { GraphColors, shortDevice, usableColors } from './graph_colors';
import { readScene } from './scene/scene_answer';

const colors = (): GraphColors => new GraphColors(standardPalette, '#ffffff');

test('built alike, coloured alike; and colours stay when more is shown', () => {
  const book = colors();
  const nodes = [{ id: 's:a', template: 0 }, { id: 's:b', template: 0 }, { id: 's:c', template: 1 }, { id: 'n:x' }];
  const scene = fakeScene(nodes);
  const { fill, legend } = book.color(scene, 'structure');
  const [a, b, c, x] = ['s:a', 's:b', 's:c', 'n:x'].map((id) => {
    const node = scene.nodeById.get(id);
    return node && fill(node);
  });
  expect(a).toBe(b);
  expect(a).not.toBe(c);
  expect(x).toBeUndefined();
  expect(legend).toMatchObject({ kind: 'names', entries: [{ name: 'a', count: 2 }, { count: 1 }] });
  const more = fakeScene([{ id: 's:z', template: 7 }, ...nodes]);
  const again = book.color(more, 'structure');
  const same = more.nodeById.get('s:a');
  expect(same && again.fill(same)).toBe(a);
});

test('several devices are stripes, by their number of nodes', () => {
  const scene = fakeScene([
    { id: 's:a', devices: { '/gpu:0': 3, '/cpu:0': 1 }, count: 4 },
    { id: 'n:b', devices: { '/gpu:0': 1 } },
    { id: 's:c', open: true, devices: { '/gpu:0': 1 } },
  ]);
  const { fill, legend } = colors().color(scene, 'device');
  const [a, b] = scene.nodes;
  expect(a && fill(a)).toMatchObject([{ part: 3 }, { part: 1 }]);
  expect(typeof (b && fill(b))).toBe('string');
  expect(legend).toMatchObject({
    entries: [
      { name: '/gpu:0', count: 4 },
      { name: '/cpu:0', count: 1 },
    ],
  });
});

test('times go up to the longest of a closed item', () => {
  const cost = (sum: number): object => ({ nodes: 1, sum, span: sum, memory: 0 });
  const scene = fakeScene([
    { id: 's:all', open: true, cost: cost(100) },
    { id: 'n:a', cost: cost(60) },
    { id: 'n:b', cost: cost(0) },
    { id: 'n:c' },
  ]);
  const { fill, legend } = colors().color(scene, 'time');
  const fills = scene.nodes.map(fill);
  expect(legend).toMatchObject({ kind: 'scale', most: 60 });
  if (legend.kind === 'scale') expect(fills).toEqual([undefined, legend.high, legend.low, undefined]);
  expect(colors().color(scene, 'memory').legend.kind).toBe('nothing');
});

test('devices by their last part', () => {
  expect(shortDevice('/job:localhost/replica:0/task:0/device:GPU:0')).toBe('GPU:0');
  expect(shortDevice('/gpu:0')).toBe('/gpu:0');
});

test('by TPU compatibility: the share of each group, and all nodes counted', () => {
  const answer = fakeSceneAnswer([
    { id: 's:a', count: 4, tpu_incompatible: 1 },
    { id: 'n:bad', tpu_incompatible: 1 },
    { id: 'n:good' },
    { id: 's:open', open: true, tpu_incompatible: 1 },
  ]);
  const scene = readScene({ ...answer, graph: { ...answer.graph, nodes: 9, tpu_incompatible: 2 } });
  const { fill, legend } = colors().color(scene, 'tpu');
  const [a, bad, good, open] = scene.nodes.map((node) => fill(node));
  expect(new Set([a, bad, good]).size).toBe(3);
  expect(open).toBeUndefined();
  expect(legend).toEqual({ kind: 'share', low: bad, high: good, good: 7, bad: 2 });
  expect(usableColors(scene).has('tpu')).toBe(true);
  expect(usableColors(fakeScene([])).has('tpu')).toBe(false);
});

test('differences have colours of their own on either ground', () => {
  for (const ground of ['#ffffff', '#101418']) {
    const { fills, inks } = new GraphColors(standardPalette, ground).differences;
    expect(new Set([...Object.values(fills), ...Object.values(inks)]).size).toBe(6);
  }
});
