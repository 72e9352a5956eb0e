import { beforeEach, describe, expect, it } from 'vitest';
import { LoadQueue } from '$media/load_queue';
import type { ValueRef } from '$media/media_url';
import { LaneClip } from './lane_clip.svelte';
import type { Clip } from './sound/clip';
import { ClipCache } from './sound/clip_cache';
import { TooLongError, UnplayableError } from './sound/decode_sound';
import { fakeFacts, fakeSound } from './sound/fake_sound';

const ref = (step: number): ValueRef => ({ runId: 'r', tagId: 't', step, version: 7, sample: 0 });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('LaneClip', () => {
  let failure: Error | undefined;
  let told: (Clip | undefined)[];
  let lane: LaneClip;
  beforeEach(() => {
    failure = undefined;
    told = [];
    const server = { get: () => Promise.resolve(fakeFacts()), getForBlob: () => Promise.resolve(new Blob(['x'])) };
    const decode = (): Promise<ReturnType<typeof fakeSound>> =>
      failure === undefined ? Promise.resolve(fakeSound(10)) : Promise.reject(failure);
    lane = new LaneClip(
      new ClipCache(server, new LoadQueue(), decode),
      () => 0,
      (clip) => told.push(clip),
    );
  });

  it('tells of its clip, and when there is none any more', async () => {
    lane.show(ref(1));
    expect(lane.state).toBe('loading');
    await settled();
    expect(lane.state).toBe('ready');
    expect(told).toEqual([lane.clip]);
    lane.show(undefined);
    expect(lane.clip).toBeUndefined();
    expect(told.at(-1)).toBeUndefined();
  });

  it('keeps the old clip until the new one is there', async () => {
    lane.show(ref(1));
    await settled();
    const first = lane.clip;
    lane.show(ref(2));
    expect(lane.clip).toBe(first);
    await settled();
    expect(lane.clip).not.toBe(first);
  });

  it('shows only the newest of two that were asked for', async () => {
    lane.show(ref(1));
    lane.show(ref(2));
    await settled();
    expect(told).toHaveLength(1);
    expect(lane.key).toBe('r/t/2/7/0');
  });

  it('tells failures apart', async () => {
    failure = new UnplayableError('no decoder');
    lane.show(ref(1));
    await settled();
    expect([lane.state, lane.error]).toEqual(['unplayable', 'no decoder']);
    failure = new TooLongError();
    lane.show(ref(2));
    await settled();
    expect(lane.state).toBe('too-long');
    failure = new Error('gone');
    lane.show(ref(3));
    await settled();
    expect(lane.state).toBe('failed');
    failure = undefined;
    lane.retry();
    await settled();
    expect(lane.state).toBe('ready');
  });
});
