import { expect, test } from 'vitest';
import type { PlaceInView } from '$kind/kind';
import { ViewState } from '$kind/view_state.svelte';
import { layerName, layerPattern, tagView } from './layer_links';

test('a node belongs to the layer around it', () => {
  expect(layerName('net/dense_1/MatMul', 'op', 'op')).toBe('dense_1');
  expect(layerName('net/dense_1', 'scope', 'op')).toBe('dense_1');
  expect(layerName('net/dense_1', 'op', 'conceptual')).toBe('dense_1');
  expect(layerName('x', 'op', 'op')).toBe('x');
  expect(layerName('Net/Linear[fc1]/weight', 'op', 'op')).toBe('fc1');
});

test('a pattern finds the layer and not its neighbours', () => {
  const pattern = new RegExp(layerPattern('net/dense', 'scope', 'op') ?? '');
  expect(['dense/kernel_0', 'net/dense', 'w.dense.bias'].every((tag) => pattern.test(tag))).toBe(true);
  expect(['dense_1/kernel', 'condense/x', 'denser'].some((tag) => pattern.test(tag))).toBe(false);
});

test('signs of expressions are only signs, and a name without letters says nothing', () => {
  expect(new RegExp(layerPattern('a/b+(c)', 'scope', 'op') ?? '').test('b+(c)/x')).toBe(true);
  expect(layerPattern('a/12', 'scope', 'op')).toBeUndefined();
  expect(layerPattern('', 'scope', 'op')).toBeUndefined();
});

test('a link shows the tag in front, and keeps the rest of the view', () => {
  const view = new ViewState({ read: () => '#graphs?graphs-run=a&zoom=1', write: () => undefined });
  const tag = { kind: 'scalars', id: '0123456789abcdef' };
  const place: PlaceInView = ({ card }) => [
    ['full', card],
    ['zoom', ''],
  ];
  expect(tagView(view, new Map([['scalars', place]]), tag)).toBe('scalars?graphs-run=a&full=01234567');
  expect(tagView(view, new Map(), tag)).toBe('scalars?graphs-run=a&zoom=1');
});
