import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Run } from '$api/core';
import { readChange, type Change } from '$api/live';
import { RunActivity } from './run_activity.svelte';

const run: Run = {
  id: '1',
  name: 'a',
  points: 1,
  kinds: new Map(),
  lastStep: undefined,
  startTime: 0,
  lastTime: 100,
};

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000 }));
afterEach(() => void vi.useRealTimers());

function activityAfter(...changes: readonly object[]): boolean {
  const activity = new RunActivity();
  let tell: (change: Change) => void = () => undefined;
  const stop = activity.watch({ subscribe: (listener) => ((tell = listener), () => undefined) });
  for (const change of changes) tell(readChange({ epoch: 'e', revision: 1, ...change }));
  stop();
  return activity.isActive(run);
}

it('takes a run for active that was written to, and no other', () => {
  const written = { runs: [{ id: '1', name: 'a' }] };
  expect(activityAfter(written)).toBe(true);
  expect(activityAfter()).toBe(false);
  expect(activityAfter({ runs: [{ id: '2', name: 'b' }] })).toBe(false);
});

it('takes old points that a server reads anew for old', () => {
  const runs = [{ id: '1', name: 'a' }];
  expect(activityAfter({ runs, reset: true }, { runs, loading: true })).toBe(false);
  expect(activityAfter({ runs: [{ id: '1', name: 'a', added: true }] })).toBe(false);
});

it('goes by the newest point, too', () => {
  const activity = new RunActivity();
  expect(activity.isActive({ ...run, lastTime: 1_000_000 - 30 })).toBe(true);
  expect(activity.isActive({ ...run, lastTime: 1_000_000 - 90 })).toBe(false);
});
