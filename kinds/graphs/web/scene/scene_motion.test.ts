import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { motionBetween, resampled, SceneMotion } from './scene_motion';

const before = fakeScene([{ id: 's:a', x: 0, y: 0 }, { id: 'n:b' }], [['n:b', 's:a', { points: [0, 0, 10, 10] }]]);
const after = fakeScene(
  [{ id: 's:a', x: 100, y: 40, w: 50, open: true }, { id: 'n:b' }, { id: 'n:a/x', in_item: 's:a' }],
  [
    ['n:b', 's:a', { points: [100, 0, 105, 5, 110, 10] }],
    ['n:b', 'n:a/x', { in_item: 's:a', border: 'from' }],
  ],
);

describe('SceneMotion', () => {
  it('moves what is in both and lets new things wait', () => {
    const motion = new SceneMotion(before, after);
    const half = motion.at(0.5);
    expect(half.scene.nodeById.get('s:a')).toMatchObject({ x: 50, y: 20, w: 30, isOpen: true });
    expect(half.scene.edges[0]?.points).toEqual([50, 0, 55, 5, 60, 10]);
    const [old, fresh] = ['s:a', 'n:a/x'].map((id) => half.scene.nodeById.get(id));
    expect(old && half.alphaOf(old)).toBe(1);
    expect(fresh && half.alphaOf(fresh)).toBe(0);
    const later = motion.at(0.75);
    expect(later.scene.edges.map((edge) => later.alphaOf(edge))).toEqual([1, 0.5]);
  });
  it('ends at the new scene itself', () => {
    expect(new SceneMotion(before, after).at(1).scene).toBe(after);
  });
});

describe('motionBetween', () => {
  it('is none without a past, for other graphs, for too much, and where motion is not wanted', () => {
    expect(motionBetween(undefined, after, false)).toBeUndefined();
    expect(motionBetween(before, after, true)).toBeUndefined();
    expect(motionBetween(before, before, false)).toBeUndefined();
    expect(motionBetween(fakeScene([{ id: 'n:other' }]), after, false)).toBeUndefined();
    const many = Array.from({ length: 3_000 }, (_, i) => ({ id: `n:${String(i)}` }));
    expect(motionBetween(fakeScene(many), fakeScene(many), false)).toBeUndefined();
    expect(motionBetween(before, after, false)).toBeDefined();
  });
});

describe('resampled', () => {
  it('keeps both ends and the line', () => {
    expect(resampled([0, 0, 10, 20], 3)).toEqual([0, 0, 5, 10, 10, 20]);
    expect(resampled([0, 0, 5, 50, 10, 20], 2)).toEqual([0, 0, 10, 20]);
  });
});
