import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { SceneLinks } from './scene_links';
import { mapLayout, mapRects, mapSize } from './scene_minimap';
import { overlayShapes, overlayTargets } from './scene_overlay';
import { notePlaces } from './scene_places';
import { plainPaint } from './scene_look';
import { drawingInput, testTheme } from './theme_for_test';

const note = { id: 'n:b', name: 'b', label: 'b', kind: 'op', role: 'main', tensors: 1, controls: 0 };
const scene = {
  ...fakeScene(
    [
      { id: 'n:a', x: 0, y: 100, w: 15, h: 6 },
      { id: 'n:b', x: 0, y: 0, w: 15, h: 6 },
      { id: 's:c', x: 200, y: 0, w: 60, h: 15, in: [note] },
      { id: 's:d', x: 300, y: 0, w: 100, h: 100, open: true },
    ],
    [['n:a', 'n:b', { points: [7, 100, 7, 6] }]],
  ),
  width: 600,
  height: 300,
};
const links = new SceneLinks(scene);
const { words } = drawingInput(scene);

describe('overlay', () => {
  it('tells the neighbours, edges and little copies of the selected node', () => {
    const targets = overlayTargets(scene, links, 'n:b', undefined);
    expect(targets.neighbours.map(({ id }) => id)).toEqual(['n:a']);
    expect(targets.edges).toHaveLength(1);
    expect(targets.copies.map((place) => place.note?.id)).toEqual(['n:b']);
  });
  it('outlines what is pointed at, but not the ground of an open item', () => {
    const pointed = (id: string): string | undefined => {
      const node = scene.nodeById.get(id);
      return node && overlayTargets(scene, links, undefined, { kind: 'node', node }).pointed?.id;
    };
    expect([pointed('s:c'), pointed('s:d')]).toEqual(['s:c', undefined]);
  });
  it('leads from a little node to the one that it stands for', () => {
    const node = scene.nodes.find(({ id }) => id === 's:c');
    const place = node && notePlaces(node)[0];
    expect(node && place && overlayTargets(scene, links, undefined, { kind: 'note', node, place }).pointed?.id).toBe(
      'n:b',
    );
  });
  it('draws outlines equally thick at every size, and nothing for nothing', () => {
    const shapes = (scale: number) =>
      overlayShapes(scene, overlayTargets(scene, links, 's:c', undefined), { theme: testTheme, words, scale });
    expect(shapes(4).map(({ look }) => look.width * 4)).toEqual(shapes(1).map(({ look }) => look.width));
    const nothing = overlayTargets(scene, links, 'n:gone', undefined);
    expect(overlayShapes(scene, nothing, { theme: testTheme, words, scale: 1 })).toEqual([]);
  });
});

describe('minimap', () => {
  const frame = { width: 100, height: 100 };
  it('is small, and there only while much is out of sight', () => {
    const size = mapSize(scene);
    expect(size).toEqual({ width: 150, height: 75, scale: 0.25 });
    const close = mapLayout(scene, size, { x: -300, y: 0, scale: 2 }, frame);
    expect(close.isUseful).toBe(true);
    expect(close.seen).toEqual({ x: 37.5, y: 0, w: 12.5, h: 12.5 });
    expect(mapLayout(scene, size, { x: 0, y: 0, scale: 0.15 }, frame).isUseful).toBe(false);
  });
  it('shows every node, be it ever so small', () => {
    const rects = mapRects(scene, plainPaint, testTheme, 0.01);
    expect(rects).toHaveLength(4);
    expect(Math.min(...rects.flatMap(({ w, h }) => [w, h]))).toBe(1);
  });
});
