import { expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { sceneDrawing } from './scene_drawing';
import { packDrawing, unpackDrawing } from './scene_pack';
import { drawingInput } from './theme_for_test';

const note = { id: 'n:k', name: 'k', label: 'k', kind: 'op', role: 'embedded', tensors: 1, controls: 0 };
const scene = fakeScene(
  [
    { id: 's:a', x: 0, y: 0, w: 200, h: 100, open: true },
    { id: 's:b', x: 0, y: 200, w: 60, h: 15, in: [note] },
    { id: 'n:a/x', in_item: 's:a', x: 20, y: 40, w: 48, h: 12 },
    { id: 'g:a/y', in_item: 's:a', x: 80, y: 40, w: 48, h: 18, chain: true },
  ],
  [
    ['n:a/x', 'g:a/y', { in_item: 's:a', points: [1.25, 2.5, 1e-9, -3, 7, 8] }],
    ['s:a', 's:b', { tensors: 0, controls: 1 }],
  ],
);

it('gives back every shape as it was, with one look for all that look the same', () => {
  const stripes = [
    { color: '#111111', part: 1 },
    { color: '#eeeeee', part: 2 },
  ];
  const fill = ({ kind }: { kind: string }) => (kind === 'op' ? '#334455' : stripes);
  const drawing = sceneDrawing(drawingInput(scene, { fill }));
  expect(new Set(drawing.map(({ kind }) => kind)).size).toBe(6);
  const packed = packDrawing(drawing);
  const unpacked = unpackDrawing(packed);
  expect(unpacked).toEqual(drawing);
  expect(new Set(unpacked.map(({ look }) => look)).size).toBe(new Set(drawing.map(({ look }) => look)).size);
  expect(packed.stripes).toHaveLength(1);
});

it('is empty for nothing', () => {
  expect(unpackDrawing(packDrawing([]))).toEqual([]);
});
