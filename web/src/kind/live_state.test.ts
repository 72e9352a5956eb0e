import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '$api/live';
import { Server } from '$api/server';
import { LiveState } from './live_state.svelte';

// Stands for the browser's EventSource.
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static latest: FakeSource | undefined;
  readyState = 1;
  constructor(readonly address: string) {
    super();
    FakeSource.latest = this;
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  say(name: string, data: object, lastEventId = 'e-1'): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  }
}

const hello = { epoch: 'e', revision: 1, loading: false, progress: 1, issues: 0 };
const change = {
  ...hello,
  revision: 2,
  reset: false,
  removed_runs: [],
  runs_omitted: 0,
  runs: [
    {
      id: 'a',
      name: 'a',
      added: true,
      removed_tags: [],
      series_omitted: 0,
      series: [{ tag: 't', tag_id: 'x', kind: 'scalars', points: 3 }],
    },
  ],
};

let live: LiveState;
let seen: Change[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeSource);
  live = new LiveState(new Server('/', async () => new Response('{}', { status: 503 })));
  seen = [];
  live.subscribe((one) => seen.push(one));
  live.start();
});

afterEach(() => {
  live.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells what changed', () => {
  expect(live.connection).toBe('connecting');
  FakeSource.latest?.say('hello', hello);
  FakeSource.latest?.say('change', change);
  expect(live.connection).toBe('live');
  expect(seen[1]?.runs[0]).toMatchObject({ id: 'a', isAdded: true, series: [{ tagId: 'x', points: 3 }] });
  expect(live.changedAt).toBeGreaterThan(0);
});

it('asks for everything after the connection was lost and began anew', () => {
  FakeSource.latest?.say('hello', hello);
  FakeSource.latest?.dispatchEvent(new Event('error'));
  expect(live.connection).toBe('lost');
  FakeSource.latest?.say('hello', hello);
  expect(seen.map((one) => one.isReset)).toEqual([false, true]);
});

it('asks for everything when something happened between the first answer and the stream', async () => {
  const status = {
    epoch: 'e',
    revision: 4,
    loading: false,
    version: '1',
    runs: 0,
    series: 0,
    points: 0,
    kinds: {},
    bytes_total: 0,
    bytes_done: 0,
    progress: 1,
    issues: { count: 0 },
    log_directories: [],
    missing_directories: [],
  };
  const resetsAfter = async (revision: number): Promise<boolean[]> => {
    const one = new LiveState(new Server('/', async () => new Response(JSON.stringify(status))));
    const resets: boolean[] = [];
    one.subscribe(({ isReset }) => resets.push(isReset));
    one.start();
    FakeSource.latest?.say('hello', { ...hello, revision });
    await vi.advanceTimersByTimeAsync(0);
    one.stop();
    return resets;
  };
  expect(await resetsAfter(4)).toEqual([false]);
  expect(await resetsAfter(5)).toEqual([false, true]);
});

it('opens again where the browser gave up, from where it was', () => {
  const first = FakeSource.latest;
  first?.say('hello', hello, 'e-7');
  first?.close();
  first?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(5000);
  expect(FakeSource.latest).not.toBe(first);
  expect(FakeSource.latest?.address).toContain('last_event_id=e-7');
});

it('holds changes back while paused', () => {
  FakeSource.latest?.say('hello', hello);
  live.pause();
  expect(live.connection).toBe('paused');
  FakeSource.latest?.say('change', change);
  expect([seen.length, live.hasMissed]).toEqual([1, true]);
  live.resume();
  expect([seen.length, seen[1]?.isReset, live.hasMissed]).toEqual([2, true, false]);
  live.pause();
  live.resume();
  expect(seen.length).toBe(2);
});
