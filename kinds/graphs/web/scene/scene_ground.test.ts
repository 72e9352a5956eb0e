import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeScene } from '../fake_scene';
import { FakeCanvas, FakeSheets } from './canvas_for_test';
import { sceneDrawing } from './scene_drawing';
import { SceneGround, type GroundView } from './scene_ground';
import type { PaintAnswer, PaintRequest } from './scene_paint_desk';
import { SheetPainter } from './scene_sheet_painter';
import { TextFitter } from './scene_text';
import { drawingInput } from './theme_for_test';

function grid(count: number) {
  const nodes = Array.from({ length: count }, (_, i) => ({
    ...{ id: `n:${String(i)}`, x: (i % 50) * 60, y: Math.floor(i / 50) * 40, w: 48, h: 12 },
  }));
  const scene = { ...fakeScene(nodes), width: 3000, height: 3000 };
  return { scene, drawing: sceneDrawing(drawingInput(scene)) };
}

const common = {
  camera: { x: -600, y: -600, scale: 1 },
  frame: { width: 400, height: 300 },
  pixelRatio: 1,
  fontFamily: 'serif',
  fitter: new TextFitter((text) => text.length * 0.6),
  isInMotion: false,
  millisSinceMove: 0,
};
const small: GroundView = { ...common, ...grid(20) };
const large: GroundView = { ...common, ...grid(2000) };

class Stand {
  readonly canvas = new FakeCanvas();
  readonly sheetCanvas = new FakeSheets();
  readonly requests: PaintRequest[] = [];
  changes = 0;
  #answer: (answer: PaintAnswer) => void = () => undefined;
  fail: () => void = () => undefined;
  readonly painter = new SheetPainter(
    () => undefined,
    (onAnswer, onFailure) => {
      this.#answer = onAnswer;
      this.fail = onFailure;
      return { post: (request) => void this.requests.push(request), close: () => undefined };
    },
  );
  readonly ground = new SceneGround(this.canvas, this.sheetCanvas, this.painter, () => (this.changes += 1));

  get sheets(): readonly Extract<PaintRequest, { kind: 'paint' }>[] {
    return this.requests.filter((request) => request.kind === 'paint');
  }
  // The newest one is painted.
  answer(): void {
    this.#answer({ id: this.sheets.at(-1)?.id ?? 0, picture: { width: 1, height: 1, close: () => undefined } });
  }
  count(name: string): number {
    return this.canvas.context.named(name).length;
  }
}

describe('SceneGround', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('paints a small drawing here, for every camera anew, and in place', () => {
    const stand = new Stand();
    stand.ground.show(small);
    expect(stand.ground.isOf(small.scene)).toBe(true);
    stand.ground.show(small);
    expect(stand.count('clearRect')).toBe(1);
    stand.ground.show({ ...small, camera: { ...small.camera, x: -590 } });
    expect(stand.count('clearRect')).toBe(2);
    expect(stand.canvas.style).toEqual({ width: '400px', height: '300px', transform: '' });
    expect(stand.requests).toEqual([]);
  });

  it('has a large one painted elsewhere: first what is seen, then what is around', () => {
    const stand = new Stand();
    stand.ground.show(large);
    expect([stand.ground.isOf(large.scene), stand.sheets.length]).toEqual([false, 1]);
    expect(stand.sheets[0]?.view.size).toEqual(large.frame);
    // One at a time.
    stand.ground.show(large);
    expect(stand.sheets).toHaveLength(1);
    stand.answer();
    expect(stand.changes).toBe(1);
    stand.ground.show(large);
    expect([stand.ground.isOf(large.scene), stand.sheetCanvas.pictures.length]).toEqual([true, 1]);
    expect([stand.canvas.hidden, stand.sheetCanvas.hidden]).toEqual([true, false]);
    expect(stand.sheets[1]?.view.size.width).toBeGreaterThan(800);
    expect([stand.count('clearRect'), stand.count('fill')]).toEqual([0, 0]);
  });

  it('pushes a sheet while it lasts, and asks for the next before it ends', () => {
    const stand = new Stand();
    for (let i = 0; i < 3; i += 1) {
      stand.ground.show(large);
      stand.answer();
    }
    stand.ground.show(large);
    expect(stand.sheets).toHaveLength(2);
    const at = (x: number): GroundView => ({ ...large, camera: { ...large.camera, x } });
    stand.ground.show(at(-570));
    expect(stand.sheetCanvas.style.transform).toBe('translate(-290px, -320px) scale(1)');
    expect(stand.sheets).toHaveLength(2);
    stand.ground.show(at(-350));
    expect(stand.sheets).toHaveLength(3);
    stand.ground.show(at(-340));
    expect(stand.sheetCanvas.style.transform).toBe('translate(-60px, -320px) scale(1)');
    stand.answer();
    stand.ground.show(at(-340));
    expect(stand.sheetCanvas.style.transform).toBe('translate(-310px, -320px) scale(1)');
  });

  it('looks again when it rests', () => {
    const stand = new Stand();
    stand.ground.show(small);
    vi.advanceTimersByTime(1000);
    expect(stand.changes).toBe(0);
    for (let i = 0; i < 3; i += 1) {
      stand.ground.show(large);
      stand.answer();
    }
    stand.ground.show({ ...large, camera: { ...large.camera, x: -599.5 } });
    const { changes } = stand;
    vi.advanceTimersByTime(1000);
    expect(stand.changes).toBe(changes + 1);
    const before = stand.sheets.length;
    stand.ground.show({ ...large, camera: { ...large.camera, x: -599.5 }, millisSinceMove: 1000 });
    expect(stand.sheets).toHaveLength(before + 1);
  });

  it('leaves the scene before where it was until the next is painted', () => {
    const stand = new Stand();
    stand.ground.show(small);
    stand.ground.show({ ...large, camera: { x: 0, y: 0, scale: 0.1 } });
    expect([stand.canvas.style.transform, stand.ground.isOf(small.scene)]).toEqual(['', true]);
    expect(stand.sheetCanvas.hidden).toBe(true);
    // What comes too late is for nobody.
    stand.ground.show(small);
    stand.answer();
    stand.ground.show(small);
    expect([stand.sheetCanvas.pictures.length, stand.ground.isOf(small.scene)]).toEqual([0, true]);
  });

  it('paints a scene in motion here, at once', () => {
    const stand = new Stand();
    stand.ground.show({ ...large, isInMotion: true });
    expect([stand.ground.isOf(large.scene), stand.requests.length]).toEqual([true, 0]);
  });

  it('paints sheets here where there is no thread', () => {
    const stand = new Stand();
    stand.fail();
    stand.ground.show(large);
    stand.ground.show({ ...large, camera: { ...large.camera, x: -400 } });
    expect([stand.count('clearRect'), stand.ground.isOf(large.scene)]).toEqual([1, true]);
    expect(stand.canvas.style.transform).toBe('translate(-120px, -320px) scale(1)');
  });
});
