import { describe, expect, it } from 'vitest';
import type { Query } from '$api/server';
import { LoadQueue } from '$media/load_queue';
import type { ValueRef } from '$media/media_url';
import { Clip } from './clip';
import { ClipCache } from './clip_cache';
import { UnplayableError } from './decode_sound';
import { fakeFacts, fakeSound } from './fake_sound';
import type { SoundFacts } from './sound_facts';

const ref = (step: number): ValueRef => ({ runId: 'r', tagId: 't', step, version: 7, sample: 0 });
const { signal } = new AbortController();

class FakeServer {
  readonly asked: string[] = [];
  running = 0;
  most = 0;

  async get(path: string, query?: Query): Promise<unknown> {
    await this.#ask(path, query);
    return fakeFacts();
  }

  async getForBlob(path: string, query?: Query): Promise<Blob> {
    await this.#ask(path, query);
    return new Blob(['x']);
  }

  async #ask(path: string, query: Query | undefined): Promise<void> {
    this.asked.push(`${path} ${String(query?.['step'])}`);
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.running -= 1;
  }
}

describe('ClipCache', () => {
  it('asks once, tells the facts each time', async () => {
    const server = new FakeServer();
    const cache = new ClipCache(server, new LoadQueue(), () => Promise.resolve(fakeSound()));
    const told: SoundFacts[] = [];
    const first = await cache.load(ref(1), { signal, onfacts: (facts) => told.push(facts) });
    const again = await cache.load(ref(1), { signal, onfacts: (facts) => told.push(facts) });
    expect(again).toBe(first);
    expect(cache.peek(ref(1))).toBe(first);
    expect(server.asked).toEqual(['api/audio/info 1', 'api/audio/blob 1']);
    expect(told).toHaveLength(2);
  });

  it('lets go of what was used longest ago', async () => {
    const one = new Clip(fakeSound(), fakeFacts()).bytes;
    const cache = new ClipCache(new FakeServer(), new LoadQueue(), () => Promise.resolve(fakeSound()), 2 * one);
    await cache.load(ref(1), { signal });
    await cache.load(ref(2), { signal });
    cache.peek(ref(1));
    await cache.load(ref(3), { signal });
    expect(cache.peek(ref(2))).toBeUndefined();
    expect(cache.peek(ref(1))).toBeDefined();
    expect(cache.bytes).toBe(2 * one);
  });

  it('keeps one clip even if it is larger than all room', async () => {
    const cache = new ClipCache(new FakeServer(), new LoadQueue(), () => Promise.resolve(fakeSound()), 10);
    await cache.load(ref(1), { signal });
    expect(cache.peek(ref(1))).toBeDefined();
    await cache.load(ref(2), { signal });
    expect(cache.peek(ref(1))).toBeUndefined();
  });

  it('has at most six requests for a hundred clips', async () => {
    const server = new FakeServer();
    const cache = new ClipCache(server, new LoadQueue(), () => Promise.resolve(fakeSound(10)));
    await Promise.all(Array.from({ length: 100 }, (_, step) => cache.load(ref(step), { signal })));
    expect(server.asked).toHaveLength(200);
    expect(server.most).toBe(6);
  });

  it('tells facts of what cannot be played, and keeps nothing', async () => {
    const cache = new ClipCache(new FakeServer(), new LoadQueue(), () => Promise.reject(new UnplayableError('no')));
    const told: SoundFacts[] = [];
    const loading = cache.load(ref(1), { signal, onfacts: (facts) => told.push(facts) });
    await expect(loading).rejects.toBeInstanceOf(UnplayableError);
    expect(told).toHaveLength(1);
    expect(cache.bytes).toBe(0);
  });
});

describe('Clip', () => {
  it('mixes its channels', () => {
    const clip = new Clip(fakeSound(4, 8000, 3), fakeFacts());
    expect(clip.mix[0]).toBeCloseTo(0.2);
    expect(new Clip(fakeSound(4), fakeFacts()).mix[0]).toBeCloseTo(0.1);
  });
});
