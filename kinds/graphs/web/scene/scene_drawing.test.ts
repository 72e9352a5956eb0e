import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { contrast } from './scene_colors';
import { sceneDrawing } from './scene_drawing';
import { edgeWidth } from './scene_edge_shapes';
import type { Shape, TextShape } from './scene_shapes';
import { drawingInput, testTheme } from './theme_for_test';

const scene = fakeScene(
  [
    { id: 's:a', x: 0, y: 100, w: 200, h: 100, open: true, count: 3 },
    { id: 'n:in', x: 10, y: 300, w: 15, h: 6, op: 'Placeholder' },
    { id: 's:b', x: 300, y: 100, w: 60, h: 15, count: 12_345, template: 2 },
    { id: 'n:a/x', in_item: 's:a', x: 20, y: 150, w: 15, h: 6 },
    { id: 'g:a/y_[0-9]', in_item: 's:a', x: 60, y: 150, w: 16, h: 13, chain: true },
    { id: 'g:a/z_[0-9]', in_item: 's:a', x: 90, y: 150, w: 24, h: 8 },
    { id: 'm:a', in_item: 's:a', x: 130, y: 150, w: 60, h: 15, count: 99_000 },
  ],
  [
    ['n:in', 's:a', { points: [17, 300, 17, 200], label: '3×4' }],
    ['n:in', 'n:a/x', { in_item: 's:a', border: 'from', points: [17, 200, 27, 156], label: '3×4' }],
    ['n:in', 's:b', { points: [17, 300, 330, 115], tensors: 0, controls: 2, label: 'control' }],
    ['s:a', 's:b', { points: [50, 100, 330, 50, 330, 100], tensors: 4, reference: true, elements: 1e9 }],
  ],
);

function of<K extends Shape['kind']>(shapes: readonly Shape[], kind: K): readonly Extract<Shape, { kind: K }>[] {
  return shapes.filter((shape): shape is Extract<Shape, { kind: K }> => shape.kind === kind);
}

function textOf(shapes: readonly Shape[], text: string): readonly TextShape[] {
  return of(shapes, 'text').filter((shape) => shape.text === text);
}

describe('sceneDrawing', () => {
  const shapes = sceneDrawing(drawingInput(scene));

  it('paints panels below the edges in them, and those below nodes', () => {
    const panel = shapes.findIndex(({ kind, left, right }) => kind === 'box' && left === 0 && right === 200);
    const inner = shapes.findIndex(({ kind, top, bottom }) => kind === 'curve' && bottom < 201 && top > 150);
    const node = shapes.findIndex(({ kind, left, top }) => kind === 'ellipse' && left === 20 && top === 150);
    expect(panel).toBeGreaterThanOrEqual(0);
    expect(panel).toBeLessThan(inner);
    expect(inner).toBeLessThan(node);
    // The title is above the edges that pass below it.
    expect(shapes.findIndex((shape) => shape.kind === 'text' && shape.text === 'a')).toBeGreaterThan(inner);
  });

  it('draws series as stacks, upright for chains', () => {
    const stack = (left: number, right: number) =>
      of(shapes, 'ellipse').filter((shape) => shape.left >= left && shape.right <= right);
    const chain = stack(60, 76);
    const row = stack(90, 114);
    expect(chain.map(({ left }) => left)).toEqual([60, 60, 60]);
    expect(new Set(chain.map(({ top }) => top)).size).toBe(3);
    expect(new Set(row.map(({ left }) => left)).size).toBe(3);
    // One outline may not show through the next.
    expect(new Set(chain.map(({ layer }) => layer)).size).toBe(3);
  });

  it('says how many nodes are in a closed item, and in the rest of a level', () => {
    expect(textOf(shapes, '12.3k')).toHaveLength(1);
    expect(textOf(shapes, '+99k')).toHaveLength(1);
  });

  it('gives arrow heads to edges that end, not to those that go on inside', () => {
    expect(of(shapes, 'head').map(({ bottom }) => Math.round(bottom))).toHaveLength(3);
  });

  it('writes what an edge carries once', () => {
    expect(textOf(shapes, '3×4')).toHaveLength(1);
    expect(textOf(shapes, '4 tensors')).toHaveLength(1);
    expect(textOf(shapes, 'control')).toHaveLength(0);
  });

  it('dashes control edges and tells references by colour', () => {
    expect(of(shapes, 'curve').filter(({ look }) => look.dash !== undefined)).toHaveLength(1);
    const broad = of(shapes, 'curve').filter(({ look }) => look.width === 12);
    expect(broad).toHaveLength(1);
    expect(broad[0]?.look.stroke).not.toBe(testTheme.edge);
  });

  it('shares one look among shapes that look the same', () => {
    const looks = of(shapes, 'ellipse').map(({ look }) => look);
    expect(new Set(looks).size).toBe(1);
  });

  it('marks, fades and fills as the page wants', () => {
    const painted = sceneDrawing(
      drawingInput(scene, {
        fill: (node) =>
          node.id === 's:b'
            ? [
                { color: '#112233', part: 3 },
                { color: '#ffeedd', part: 1 },
              ]
            : undefined,
        isFaded: (item) => 'id' in item && item.id === 'n:in',
        isMarked: (item) => ('points' in item ? item.tensors === 4 : item.id === 'n:a/x' ? '#ff0000' : false),
      }),
    );
    const box = of(painted, 'box').find(({ left }) => left === 300);
    expect(box?.look.fill).toBe('#112233');
    expect(box?.stripes).toHaveLength(2);
    const name = textOf(painted, 'b')[0];
    expect(contrast(name?.look.fill ?? '', '#112233')).toBeGreaterThan(4.5);
    expect(of(painted, 'ellipse').find(({ left }) => left === 10)?.look.alpha).toBeLessThan(0.5);
    expect(of(painted, 'ellipse').find(({ left }) => left === 20)?.look.stroke).toBe('#ff0000');
    expect(of(painted, 'curve').filter(({ look }) => look.stroke === testTheme.accent)).toHaveLength(1);
  });
});

describe('edgeWidth', () => {
  it('grows from 0.75 to 12 with the numbers that pass', () => {
    expect(edgeWidth(1)).toBe(0.75);
    expect(edgeWidth(5e6)).toBe(12);
    expect(edgeWidth(1e12)).toBe(12);
    expect(edgeWidth(0)).toBe(0.75);
    expect(edgeWidth(Number.NaN)).toBe(0.75);
    expect(edgeWidth(1000)).toBeGreaterThan(edgeWidth(100));
  });
});
