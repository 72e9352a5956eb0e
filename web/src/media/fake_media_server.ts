// For tests: a server that has series of values, and tells their steps as the program does.
import type { Run } from '$api/core';
import type { Change } from '$api/live';
import { Server } from '$api/server';
import type { MediaApp } from './media_steps.svelte';

type Head = Readonly<Record<string, unknown>>;

export interface FakeSeries {
  readonly run: string;
  readonly steps: readonly number[];
  // Of each point; its step unless told.
  readonly versions?: readonly number[];
  readonly facts?: Readonly<Record<string, number>>;
}

export const fakeTagId = 'aaaaaaaaaaaaaaaa';

export class FakeMediaServer {
  series: readonly FakeSeries[] = [];
  mostPoints = Infinity;
  // The error that every request meets.
  failure: { readonly status: number; readonly code: string; readonly message: string } | undefined;
  readonly asked: Head[] = [];
  readonly app: MediaApp;
  readonly #listeners = new Set<(change: Change) => void>();

  constructor() {
    const server = new Server('/', async (_, init) => {
      const body: Head = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
      this.asked.push(body);
      await Promise.resolve();
      if (init?.signal?.aborted === true) throw new DOMException('aborted', 'AbortError');
      const failure = this.failure ?? this.#tooMuch(body);
      if (failure === undefined) return new Response(this.#answer(body));
      const { status, ...error } = failure;
      return new Response(JSON.stringify({ error }), { status });
    });
    const subscribe = (listener: (change: Change) => void): (() => void) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    };
    this.app = { server, live: { subscribe }, settings: { language: 'en' } };
  }

  tell(change: Partial<Change>): void {
    this.#listeners.forEach((listener) => listener({ ...noChange, ...change }));
  }

  // New points of these runs in the tag.
  grow(...runs: readonly string[]): void {
    const series = [{ tagId: fakeTagId, tag: 'picture', kind: 'images', points: 1 }];
    const same = { isAdded: false, series, hasRemovedTags: false, omitted: 0 };
    this.tell({ runs: runs.map((name) => ({ id: name, name, ...same })) });
  }

  #chosen({ runs, begin_step: begin }: Head): readonly FakeSeries[] {
    const ids = Array.isArray(runs) ? runs.map((run: { readonly id: string }) => run.id) : undefined;
    const from = typeof begin === 'number' ? begin : -Infinity;
    return this.series
      .filter((one) => ids === undefined || ids.includes(one.run))
      .map((one) => ({
        ...one,
        steps: one.steps.filter((step) => step >= from),
        versions: (one.versions ?? one.steps).filter((_, i) => (one.steps[i] ?? 0) >= from),
      }));
  }

  #tooMuch(body: Head): typeof this.failure {
    const points = this.#chosen(body).reduce((sum, one) => sum + one.steps.length, 0);
    return points > this.mostPoints ? { status: 400, code: 'OUT_OF_RANGE', message: 'too many' } : undefined;
  }

  #answer(body: Head): ArrayBuffer {
    const columns: Float64Array[] = [];
    let at = 0;
    const column = (numbers: readonly number[]): Head => {
      columns.push(Float64Array.from(numbers));
      at += numbers.length * 8;
      return { type: 'f64', at: at - numbers.length * 8, count: numbers.length };
    };
    const series = this.#chosen(body).map(({ run, steps, versions, facts }) => ({
      run: `name of ${run}`,
      run_id: run,
      tag: 'picture',
      tag_id: fakeTagId,
      description: '',
      points: this.series.find((one) => one.run === run)?.steps.length,
      superseded: 0,
      begin: 0,
      samples: facts?.['count'] ?? 1,
      step: column(steps),
      wall_time: column(steps.map((step) => 1000 + step)),
      v: column(versions ?? steps),
      bytes: 100,
      count: 1,
      ...facts,
    }));
    const head = new TextEncoder().encode(JSON.stringify({ epoch: 'e', revision: 1, series, missing: [] }));
    const begin = 8 + Math.ceil(head.length / 8) * 8;
    const bytes = new Uint8Array(begin + at).fill(0x20, 8, begin);
    bytes.set([0x53, 0x47, 0x43, 0x31]);
    new DataView(bytes.buffer).setUint32(4, begin - 8, true);
    bytes.set(head, 8);
    let end = begin;
    for (const numbers of columns) {
      bytes.set(new Uint8Array(numbers.buffer), end);
      end += numbers.byteLength;
    }
    return bytes.buffer;
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

export function fakeMediaRun(id: string): Run {
  return { id, name: id, points: 1, kinds: new Map(), lastStep: 1, startTime: 1, lastTime: 2 };
}
