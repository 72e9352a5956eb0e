import { describe, expect, it } from 'vitest';
import { isToBePainted, marginFor, pushOf } from './scene_sheet';

const painted = { x: 10, y: 20, scale: 1 };
const state = {
  painted,
  now: painted,
  frame: { width: 800, height: 600 },
  margin: 256,
  millisSinceMove: 0,
  millisSincePaint: 1000,
  paintMillis: 20,
};

describe('pushOf', () => {
  it('puts every painted place where it belongs', () => {
    const now = { x: -100, y: 50, scale: 2 };
    const push = pushOf(painted, now);
    const place = { x: 33, y: 44 };
    expect((place.x * painted.scale + painted.x) * push.scale + push.x).toBeCloseTo(place.x * now.scale + now.x);
    expect((place.y * painted.scale + painted.y) * push.scale + push.y).toBeCloseTo(place.y * now.scale + now.y);
  });
});

describe('isToBePainted', () => {
  it('pushes while the margin lasts', () => {
    expect(isToBePainted({ ...state, now: { ...painted, x: 200 } })).toBe(false);
    expect(isToBePainted({ ...state, now: { ...painted, x: 300 } })).toBe(true);
    expect(isToBePainted({ ...state, now: { ...painted, y: -250 } })).toBe(true);
  });
  it('paints at rest, and a small drawing at once', () => {
    expect(isToBePainted({ ...state, now: { ...painted, x: 12 }, millisSinceMove: 200 })).toBe(true);
    expect(isToBePainted({ ...state, now: { ...painted, x: 12 }, margin: 0 })).toBe(true);
    expect(isToBePainted({ ...state, millisSinceMove: 200, margin: 0 })).toBe(false);
  });
  it('paints when it is stretched too far', () => {
    expect(isToBePainted({ ...state, now: { x: 0, y: 0, scale: 1.3 } })).toBe(false);
    expect(isToBePainted({ ...state, now: { x: 0, y: 0, scale: 2 } })).toBe(true);
  });
  it('does not paint all the time, however far it moves', () => {
    const far = { ...state, now: { ...painted, x: 5000 }, paintMillis: 50 };
    expect(isToBePainted({ ...far, millisSincePaint: 100 })).toBe(false);
    expect(isToBePainted({ ...far, millisSincePaint: 250 })).toBe(true);
  });
});

it('marginFor gives one to large drawings only', () => {
  expect(marginFor(100)).toBe(0);
  expect(marginFor(10_000)).toBeGreaterThan(0);
});
