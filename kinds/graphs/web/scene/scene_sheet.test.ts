import { describe, expect, it } from 'vitest';
import { isExact, isLarge, isSpent, isWorn, pushOf, sheetFor, spareOf, type SheetPlace } from './scene_sheet';

// A scene that is much larger than what is seen of it.
const place: SheetPlace = {
  camera: { x: -4000.25, y: -3000.5, scale: 2 },
  frame: { width: 800, height: 600 },
  pixelRatio: 1,
  whole: { x: 0, y: 0, w: 6000, h: 5000 },
};

function moved(dx: number, dy: number, factor = 1): SheetPlace {
  const { x, y, scale } = place.camera;
  return { ...place, camera: { x: x * factor + dx, y: y * factor + dy, scale: scale * factor } };
}

describe('sheetFor', () => {
  it('holds what is seen with as much on every side', () => {
    const { camera, size } = sheetFor(place, true);
    const [left, top] = [camera.x - place.camera.x, camera.y - place.camera.y];
    expect(left).toBeGreaterThan(200);
    expect(top).toBe(left);
    expect(size).toEqual({ width: 800 + 2 * left, height: 600 + 2 * top });
    expect(sheetFor(place, false)).toEqual({ camera: place.camera, size: place.frame });
  });
  it('ends where the scene ends', () => {
    const small = { ...place, camera: { x: 300, y: 250, scale: 0.01 } };
    const { size } = sheetFor(small, true);
    expect([size.width, size.height]).toEqual([62, 52]);
    expect(spareOf(sheetFor(small, true), { ...small, camera: { ...small.camera, x: 5000 } })).toBe(Infinity);
  });
  it('begins at a whole pixel of the screen', () => {
    for (const pixelRatio of [1, 1.25, 1.5, 2]) {
      const fine = { ...place, pixelRatio, camera: { x: 10.3, y: -77.7, scale: 0.37 } };
      const sheet = sheetFor(fine, true);
      expect(isExact(sheet, fine)).toBe(true);
      expect(Math.abs((sheet.size.width * pixelRatio) % 1)).toBeLessThan(1e-6);
    }
  });
  it('has a pixel where the scene is out of sight, and is not painted again and again', () => {
    for (const x of [9e5, -9e5]) {
      const lost = { ...place, camera: { ...place.camera, x } };
      const sheet = sheetFor(lost, true);
      expect(sheet.size.width).toBeGreaterThan(0);
      expect(isWorn(sheet, lost, 1000)).toBe(false);
    }
  });
});

describe('pushOf', () => {
  it('puts every painted place where it belongs', () => {
    const painted = { x: 10, y: 20, scale: 1 };
    const now = { x: -100, y: 50, scale: 2 };
    const push = pushOf(painted, now);
    const at = { x: 33, y: 44 };
    expect((at.x * painted.scale + painted.x) * push.scale + push.x).toBeCloseTo(at.x * now.scale + now.x);
    expect((at.y * painted.scale + painted.y) * push.scale + push.y).toBeCloseTo(at.y * now.scale + now.y);
  });
});

describe('isWorn', () => {
  const sheet = sheetFor(place, true);
  it('is not while there is enough around what is seen', () => {
    expect(isWorn(sheet, place, 0)).toBe(false);
    expect(isWorn(sheet, moved(100, -60), 0)).toBe(false);
    expect(isWorn(sheet, moved(250, 0), 0)).toBe(true);
    expect(isWorn(sheet, moved(0, -250), 0)).toBe(true);
  });
  it('is when it is stretched far', () => {
    expect(isWorn(sheet, moved(0, 0, 1.001), 0)).toBe(false);
    expect(isWorn(sheet, moved(0, 0, 2), 0)).toBe(true);
    expect(isWorn(sheet, moved(0, 0, 0.5), 0)).toBe(true);
  });
  it('is at rest where it is not as sharp as it could be', () => {
    expect(isWorn(sheet, place, 1000)).toBe(false);
    expect(isWorn(sheet, moved(20, 3), 1000)).toBe(false);
    expect(isWorn(sheet, moved(20.5, 3), 1000)).toBe(true);
    expect(isWorn(sheet, moved(0, 0, 1.001), 1000)).toBe(true);
  });
  it('is after the first one, which has nothing around', () => {
    expect(isWorn(sheetFor(place, false), place, 1000)).toBe(true);
  });
});

describe('isSpent', () => {
  const sheet = sheetFor(place, true);
  const times = { sinceMove: 0, sincePaint: 1000, paint: 20 };
  it('is only where something is missing', () => {
    expect(isSpent(sheet, moved(300, 0), times)).toBe(false);
    expect(isSpent(sheet, moved(400, 0), times)).toBe(true);
    expect(isSpent(sheet, moved(0, 0, 3), times)).toBe(true);
  });
  it('lets the page do other things, however far it moves', () => {
    expect(isSpent(sheet, moved(4000, 0), { ...times, sincePaint: 100, paint: 50 })).toBe(false);
    expect(isSpent(sheet, moved(4000, 0), { ...times, sincePaint: 250, paint: 50 })).toBe(true);
  });
  it('is at rest where it is not as sharp as it could be', () => {
    expect(isSpent(sheet, moved(0.5, 0), { ...times, sinceMove: 1000 })).toBe(true);
    expect(isSpent(sheet, place, { ...times, sinceMove: 1000 })).toBe(false);
  });
});

it('isLarge tells drawings that are painted for every frame from others', () => {
  expect(isLarge(100)).toBe(false);
  expect(isLarge(10_000)).toBe(true);
});
