// For tests: a page without a page, and a server that answers with columns as it is told.
import type { Run } from '$api/core';
import type { Change } from '$api/live';
import { Server } from '$api/server';
import type { HistogramApp } from './histogram_source.svelte';

export type Head = Readonly<Record<string, unknown>>;

type TypedArray = Int32Array | Uint32Array | Float32Array | Float64Array | BigInt64Array;

export const fakeTag = 'aaaaaaaaaaaaaaaa';

const typeNames = new Map<unknown, string>([
  [Int32Array, 'i32'],
  [Uint32Array, 'u32'],
  [Float32Array, 'f32'],
  [Float64Array, 'f64'],
  [BigInt64Array, 'i64'],
]);

function isTypedArray(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

// A head in which arrays stand in their place, as the server sends it.
export function encodeAnswer(head: Head): ArrayBuffer {
  const arrays: TypedArray[] = [];
  let size = 0;
  const text = JSON.stringify(head, (_, value: unknown) => {
    if (!isTypedArray(value)) return value;
    const at = size;
    arrays.push(value);
    size += Math.ceil(value.byteLength / 8) * 8;
    return { type: typeNames.get(value.constructor), at, count: value.length };
  });
  const encoded = new TextEncoder().encode(text);
  const begin = 8 + Math.ceil(encoded.length / 8) * 8;
  const bytes = new Uint8Array(begin + size).fill(0x20, 8, begin);
  bytes.set(new TextEncoder().encode('SGC1'));
  new DataView(bytes.buffer).setUint32(4, begin - 8, true);
  bytes.set(encoded, 8);
  let at = begin;
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += Math.ceil(array.byteLength / 8) * 8;
  }
  return bytes.buffer;
}

export class FakeHistogramServer {
  readonly asked: { readonly path: string; readonly body: Head; isAborted: boolean }[] = [];
  // The error that every request meets.
  failure: { readonly status: number; readonly code: string; readonly message: string } | undefined;
  // While true, answers wait for release().
  holds = false;
  #release: (() => void)[] = [];
  readonly app: HistogramApp;
  readonly #listeners = new Set<(change: Change) => void>();

  // `answer` gives the series of an answer.
  constructor(answer: (body: Head, path: string) => readonly Head[]) {
    const server = new Server('/', async (input, init) => {
      const body: Head = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      const asked = { path: String(input), body, isAborted: false };
      this.asked.push(asked);
      await new Promise<void>((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => {
          asked.isAborted = true;
          reject(new DOMException('aborted', 'AbortError'));
        });
        if (this.holds) this.#release.push(resolve);
        else resolve();
      });
      if (this.failure !== undefined) {
        const { status, ...error } = this.failure;
        return new Response(JSON.stringify({ error }), { status });
      }
      const head = { epoch: 'e', revision: 1, loading: false, series: answer(body, asked.path), problem_count: 0 };
      return new Response(encodeAnswer({ ...head, problems: [], missing: [] }));
    });
    const subscribe = (listener: (change: Change) => void): (() => void) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    };
    this.app = { server, live: { subscribe }, settings: { language: 'en' } };
  }

  get last(): Head {
    return this.asked.at(-1)?.body ?? {};
  }

  release(): void {
    const waiting = this.#release;
    this.#release = [];
    waiting.forEach((one) => one());
  }

  tell(change: Partial<Change>): void {
    this.#listeners.forEach((listener) => listener({ ...noChange, ...change }));
  }

  // New points of these runs in a tag.
  grow(runs: readonly string[], tagId = fakeTag): void {
    const series = [{ tagId, tag: 'weights', kind: 'histograms', points: 1 }];
    const same = { isAdded: false, series, hasRemovedTags: false, omitted: 0 };
    this.tell({ runs: runs.map((name) => ({ id: name, name, ...same })) });
  }
}

const noChange: Change = {
  epoch: 'e',
  revision: 0,
  isLoading: false,
  progress: 1,
  issues: 0,
  isReset: false,
  runs: [],
  removedRuns: [],
  omittedRuns: 0,
};

export function fakeHistogramRun(id: string): Run {
  return { id, name: id, points: 1, kinds: new Map([['histograms', 1]]), lastStep: 1, startTime: 1, lastTime: 2 };
}

// The members that all series of answers have.
export function fakeSeries(run: string, steps: readonly number[], part: Head = {}): Head {
  return {
    run,
    run_id: run,
    tag: 'weights',
    tag_id: fakeTag,
    display_name: '',
    description: '',
    points: steps.length,
    superseded: 0,
    step: Int32Array.from(steps),
    wall_time: Float64Array.from(steps, (step) => 1000 + step),
    ...part,
  };
}

// Percentiles of a distribution that grows wider with its steps.
export function fakeDistribution(run: string, steps: readonly number[], levels: readonly number[]): Head {
  const values = Float64Array.from(steps.flatMap((step) => levels.map((level) => (level - 0.5) * step)));
  return fakeSeries(run, steps, { levels, values });
}

// A queue that lets everything through.
export const openQueue = {
  run: <T>(task: (signal: AbortSignal) => Promise<T>, { signal }: { readonly signal: AbortSignal }): Promise<T> =>
    task(signal),
};

// Lets answers arrive; timers stay where they are.
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
