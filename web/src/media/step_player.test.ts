import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StepPlayer } from './step_player.svelte';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('plays to the end at its speed', () => {
  const player = new StepPlayer();
  let at = 0;
  const advance = (): boolean => {
    at += 1;
    return at < 5;
  };
  player.start({ advance, isReady: () => true, perSecond: 10 });
  vi.advanceTimersByTime(150);
  expect([at, player.isPlaying]).toEqual([2, true]);
  vi.advanceTimersByTime(1000);
  expect([at, player.isPlaying]).toEqual([5, false]);
});

it('waits for what has not come yet, but not for ever', () => {
  const player = new StepPlayer();
  let at = 0;
  let isReady = false;
  const advance = (): boolean => {
    at += 1;
    return true;
  };
  player.start({ advance, isReady: () => isReady, perSecond: 50 });
  vi.advanceTimersByTime(1000);
  expect(at).toBe(1);
  isReady = true;
  vi.advanceTimersByTime(50);
  expect(at).toBeGreaterThan(1);
  isReady = false;
  const before = at;
  vi.advanceTimersByTime(5000);
  expect(at).toBeGreaterThan(before);
  player.stop();
  const last = at;
  vi.advanceTimersByTime(5000);
  expect([at, player.isPlaying]).toEqual([last, false]);
});
