import { describe, expect, it } from 'vitest';
import * as cameras from './scene_camera';

const frame = { width: 800, height: 600 };
const whole = { x: 0, y: 0, w: 1000, h: 400 };

describe('fitted', () => {
  it('shows all of a scene with a margin, in the middle', () => {
    const camera = cameras.fitted(whole, frame);
    expect(camera.scale).toBeCloseTo(0.72);
    expect(cameras.toFrame(camera, { x: 500, y: 200 })).toEqual({ x: 400, y: 300 });
  });
  it('does not blow up a small scene', () => {
    expect(cameras.fitted({ x: 0, y: 0, w: 10, h: 10 }, frame).scale).toBe(2);
  });
  it('survives a scene of no size and a frame of none', () => {
    const camera = cameras.fitted({ x: 0, y: 0, w: 0, h: 0 }, { width: 0, height: 0 });
    expect(camera.scale).toBeGreaterThan(0);
  });
});

describe('zoomedAt', () => {
  it('leaves what is under the pointer where it is', () => {
    const camera = cameras.fitted(whole, frame);
    const at = { x: 300, y: 250 };
    const before = cameras.toScene(camera, at);
    const after = cameras.toScene(cameras.zoomedAt(camera, 1.7, at, whole, frame), at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
  it('stops at both ends', () => {
    const camera = cameras.fitted(whole, frame);
    expect(cameras.zoomedAt(camera, 1e9, { x: 0, y: 0 }, whole, frame).scale).toBe(12);
    expect(cameras.zoomedAt(camera, 1e-9, { x: 0, y: 0 }, whole, frame).scale).toBeCloseTo(0.72 / 4);
  });
});

it('pannedBy never loses the scene', () => {
  const camera = cameras.fitted(whole, frame);
  for (const [dx, dy] of [
    [1e6, 0],
    [-1e6, 0],
    [0, 1e6],
    [0, -1e6],
  ] as const) {
    const seen = cameras.seenPart(cameras.pannedBy(camera, dx, dy, whole, frame), whole, frame);
    expect(seen).toBeGreaterThan(0.1);
  }
});

it('pinched keeps what both fingers touched', () => {
  const camera = { x: 0, y: 0, scale: 1 };
  const from = [
    { x: 200, y: 200 },
    { x: 300, y: 200 },
  ] as const;
  const to = [
    { x: 180, y: 220 },
    { x: 380, y: 220 },
  ] as const;
  const after = cameras.pinched(camera, from, to, whole, frame);
  for (const i of [0, 1] as const) {
    const touched = cameras.toFrame(after, cameras.toScene(camera, from[i]));
    expect(touched.x).toBeCloseTo(to[i].x);
    expect(touched.y).toBeCloseTo(to[i].y);
  }
});

describe('revealing', () => {
  const camera = { x: 0, y: 0, scale: 1 };
  it('leaves a box that is seen alone', () => {
    expect(cameras.revealing(camera, { x: 100, y: 100, w: 50, h: 50 }, frame)).toEqual(camera);
  });
  it('moves as little as it must', () => {
    const moved = cameras.revealing(camera, { x: 790, y: 100, w: 50, h: 50 }, frame);
    expect(moved).toEqual({ x: -56, y: 0, scale: 1 });
  });
  it('makes what is too large smaller, at most by half', () => {
    const box = { x: 0, y: 0, w: 1200, h: 100 };
    const smaller = cameras.revealing(camera, box, frame);
    expect(smaller.scale).toBeCloseTo(768 / 1200);
    expect(cameras.toFrame(smaller, { x: 0, y: 0 }).x).toBeCloseTo(16);
    const huge = cameras.revealing(camera, { x: 0, y: 0, w: 90_000, h: 90_000 }, frame);
    expect(huge.scale).toBe(0.5);
    expect(cameras.toFrame(huge, { x: 0, y: 0 })).toEqual({ x: 16, y: 16 });
  });
});

it('showing brings a node to the middle, large enough to be read', () => {
  const camera = cameras.showing({ x: 0, y: 0, scale: 0.1 }, { x: 500, y: 200, w: 60, h: 15 }, frame);
  expect(camera.scale).toBeCloseTo(1.6);
  expect(cameras.toFrame(camera, { x: 530, y: 207.5 })).toEqual({ x: 400, y: 300 });
});

it('between goes from one to the other, and a zoom about a point stays one', () => {
  const from = { x: 10, y: 20, scale: 1 };
  const to = cameras.zoomedAt(from, 3, { x: 200, y: 100 }, { x: -5000, y: -5000, w: 10_000, h: 10_000 }, frame);
  expect(cameras.between(from, to, 0)).toEqual(from);
  expect(cameras.between(from, to, 1)).toEqual(to);
  const still = cameras.toScene(from, { x: 200, y: 100 });
  const at = cameras.toFrame(cameras.between(from, to, 0.4), still);
  expect(at.x).toBeCloseTo(200);
  expect(at.y).toBeCloseTo(100);
  expect(cameras.between(from, { ...from, x: 110 }, 0.5).x).toBeCloseTo(60);
});

it('eased begins at 0, ends at 1 and never turns back', () => {
  expect([cameras.eased(-1), cameras.eased(0), cameras.eased(1), cameras.eased(2)]).toEqual([0, 0, 1, 1]);
  let before = 0;
  for (let part = 0; part <= 1; part += 0.05) {
    expect(cameras.eased(part)).toBeGreaterThanOrEqual(before);
    before = cameras.eased(part);
  }
});
