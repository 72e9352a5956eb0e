import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { sceneDrawing } from './scene_drawing';
import { CallList } from './canvas_for_test';
import { letterPixels, paintDrawing, stripeStops } from './scene_paint';
import { TextFitter } from './scene_text';
import { drawingInput } from './theme_for_test';

const frame = { width: 400, height: 300 };

function painted(scene: ReturnType<typeof fakeScene>, scale: number, paint = {}): CallList {
  const canvas = new CallList();
  const fitter = new TextFitter((text) => text.length * 0.6);
  const camera = { x: 0, y: 0, scale };
  const view = { camera, frame, pixelRatio: 2, fontFamily: 'sans-serif', fitter };
  paintDrawing(canvas, sceneDrawing(drawingInput(scene, paint)), view);
  return canvas;
}

const ops = Array.from({ length: 50 }, (_, i) => ({ id: `n:${String(i)}`, x: 20 * i, y: 20, w: 15, h: 6 }));

describe('paintDrawing', () => {
  it('leaves out what is not in view', () => {
    expect(painted(fakeScene(ops), 2).named('ellipse')).toHaveLength(11);
  });

  it('paints shapes of one look in one go', () => {
    const canvas = painted(fakeScene(ops), 0.5);
    expect(canvas.named('rect').length + canvas.named('ellipse').length).toBeGreaterThan(35);
    expect(canvas.named('fill')).toHaveLength(1);
  });

  it('writes names only where they can be read', () => {
    const broad = fakeScene(ops.map(({ id }, i) => ({ id, x: 20, y: 20 * i, w: 48, h: 12 })));
    expect(painted(broad, 0.5).named('fillText')).toHaveLength(0);
    expect(painted(broad, 2).named('fillText').length).toBeGreaterThan(5);
  });

  it('draws small things simply, and no outline around the smallest', () => {
    const small = painted(fakeScene(ops), 0.3);
    expect(small.named('ellipse')).toHaveLength(0);
    expect(small.named('stroke')).toHaveLength(0);
    expect(painted(fakeScene(ops), 2).named('stroke').length).toBeGreaterThan(0);
  });

  it('writes over no other text: of two labels one moves along its edge, or is left out', () => {
    const nodes = [
      { id: 'n:a', x: 0, y: 100, w: 15, h: 6 },
      { id: 'n:b', x: 0, y: 0, w: 15, h: 6 },
    ];
    const labels = (edges: number, end: number): number => {
      const edge = ['n:a', 'n:b', { points: [60, 90, 60, end] }] as const;
      const scene = fakeScene(
        nodes,
        Array.from({ length: edges }, () => edge),
      );
      return painted(scene, 2)
        .named('fillText')
        .filter((call) => call[1] === '2×3').length;
    };
    expect([labels(1, 20), labels(2, 20), labels(9, 20), labels(2, 80)]).toEqual([1, 2, 3, 1]);
  });

  it('paints stripes where there is room', () => {
    const fill = () => [
      { color: '#111111', part: 1 },
      { color: '#eeeeee', part: 1 },
    ];
    const scopes = fakeScene([{ id: 's:a', x: 10, y: 10, w: 60, h: 15 }]);
    expect(painted(scopes, 1, { fill }).named('createLinearGradient')).toHaveLength(1);
    expect(painted(scopes, 0.1, { fill }).named('createLinearGradient')).toHaveLength(0);
  });

  it('has lines that can be seen from far away', () => {
    const far = fakeScene(ops.slice(0, 2), [['n:0', 'n:1', { points: [0, 900, 0, 20] }]]);
    const widths = painted(far, 0.1)
      .named('stroke')
      .map((call) => Number(call[1]) * 0.1);
    expect(widths).toHaveLength(1);
    expect(widths[0]).toBeGreaterThanOrEqual(0.5);
  });
});

it('letterPixels grows with the scene, then slower', () => {
  const shape = { size: 6, most: 12 };
  expect(letterPixels(shape, 1)).toBe(6);
  expect(letterPixels(shape, 2)).toBe(12);
  expect(letterPixels(shape, 8)).toBeLessThan(20);
  expect(letterPixels(shape, 8)).toBeGreaterThan(12);
});

describe('stripeStops', () => {
  it('has hard borders', () => {
    const stops = stripeStops([
      { color: 'a', part: 3 },
      { color: 'b', part: 1 },
    ]);
    expect(stops).toEqual([
      { at: 0, color: 'a' },
      { at: 0.75, color: 'a' },
      { at: 0.75, color: 'b' },
      { at: 1, color: 'b' },
    ]);
  });
  it('is empty for nothing', () => {
    expect(stripeStops([{ color: 'a', part: 0 }])).toEqual([]);
    expect(stripeStops([])).toEqual([]);
  });
});
