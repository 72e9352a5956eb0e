// For tests: a page without a page, and a server that answers as it is told.
import type { Run } from '$api/core';
import type { Change } from '$api/live';
import { Server } from '$api/server';
import type { CardQuery } from './card_query';
import type { CardApp } from './card_source.svelte';

type TypedArray =
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>;
export type Head = Readonly<Record<string, unknown>>;
export type Answer =
  Head | { readonly status: number; readonly error: { readonly code: string; readonly message: string } };

function typeOf(array: TypedArray): string {
  if (array instanceof Int32Array) return 'i32';
  if (array instanceof Uint32Array) return 'u32';
  if (array instanceof Float32Array) return 'f32';
  return array instanceof Float64Array ? 'f64' : 'i64';
}

function isTypedArray(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

// A head in which arrays stand in their place, as the server sends it. The same array twice is sent once.
export function encodeColumns(head: Head): ArrayBuffer {
  const places = new Map<TypedArray, number>();
  let size = 0;
  const text = JSON.stringify(head, (_, value: unknown) => {
    if (!isTypedArray(value)) return value;
    const at = places.get(value) ?? size;
    if (!places.has(value)) {
      places.set(value, at);
      size += Math.ceil(value.byteLength / 8) * 8;
    }
    return { type: typeOf(value), at, count: value.length };
  });
  const encoded = new TextEncoder().encode(text);
  const begin = 8 + Math.ceil(encoded.length / 8) * 8;
  const bytes = new Uint8Array(begin + size).fill(0x20, 8, begin);
  bytes.set(new TextEncoder().encode('SGC1'));
  new DataView(bytes.buffer).setUint32(4, begin - 8, true);
  bytes.set(encoded, 8);
  for (const [array, at] of places) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), begin + at);
  }
  return bytes.buffer;
}

export interface Asked {
  readonly path: string;
  readonly body: Head;
  isAborted: boolean;
}

export class FakeServer {
  readonly asked: Asked[] = [];
  // While true, answers wait for release().
  holds = false;
  #release: (() => void)[] = [];
  readonly server: Server;

  constructor(answer: (body: Head, path: string) => Answer) {
    this.server = new Server('/', async (input, init) => {
      const text = init?.body;
      const body: Head = typeof text === 'string' ? JSON.parse(text) : {};
      const asked: Asked = { path: String(input), body, isAborted: false };
      this.asked.push(asked);
      const signal = init?.signal;
      if (this.holds) {
        await new Promise<void>((resolve, reject) => {
          this.#release.push(resolve);
          signal?.addEventListener('abort', () => {
            asked.isAborted = true;
            reject(new DOMException('aborted', 'AbortError'));
          });
        });
      }
      const said = answer(body, asked.path);
      if (typeof said['status'] !== 'number') return new Response(encodeColumns(said));
      return new Response(JSON.stringify({ error: said['error'] }), { status: said['status'] });
    });
  }

  get last(): Head {
    return this.asked[this.asked.length - 1]?.body ?? {};
  }

  release(): void {
    const waiting = this.#release;
    this.#release = [];
    waiting.forEach((one) => one());
  }
}

export function fakeApp(server: Server, runs: readonly Run[] = []): CardApp & { tell(change: Partial<Change>): void } {
  const listeners = new Set<(change: Change) => void>();
  return {
    server,
    live: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    runs: { find: (id) => runs.find((run) => run.id === id), label: (run) => run.name },
    profile: { note: (name) => ({ tags: name.includes('good') ? ['good'] : [] }) },
    settings: { language: 'en' },
    tell: (change) => listeners.forEach((listener) => listener({ ...noChange, ...change })),
  };
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

export const tagId = 'aaaaaaaaaaaaaaaa';

export function fakeRun(name: string, points = 100): Run {
  const id = Array.from(name, (sign) => sign.charCodeAt(0).toString(16))
    .join('')
    .padEnd(16, '0')
    .slice(0, 16);
  return { id, name, points, kinds: new Map([['scalars', 1]]), lastStep: points, startTime: 1000, lastTime: 2000 };
}

// New points of these runs in the card's tag.
export function changed(...runs: readonly Run[]): Partial<Change> {
  const series = [{ tagId, tag: 'loss', kind: 'scalars', points: 1 }];
  return {
    runs: runs.map((run) => ({ ...run, isAdded: false, series, hasRemovedTags: false, omitted: 0 })),
  };
}

export function fakeQuery(runs: readonly Run[], part: Partial<CardQuery> = {}): CardQuery {
  return {
    tags: [{ id: tagId, name: 'loss', side: 'left' }],
    x: 'step',
    xKind: 'linear',
    yKind: 'linear',
    range: undefined,
    width: 100,
    smoothing: { kind: 'none' },
    runs,
    areAllRuns: false,
    showsSuperseded: false,
    group: undefined,
    baseline: undefined,
    ...part,
  };
}

// One series of an answer, all of whose points are there.
export function seriesHead(run: Run, steps: readonly number[], values: readonly number[], part: Head = {}): Head {
  return {
    run: run.name,
    run_id: run.id,
    tag: 'loss',
    tag_id: tagId,
    points: steps.length,
    superseded: 0,
    kept: 0,
    reduced: false,
    x_origin: 0,
    x_begin: steps[0] ?? 0,
    x_end: steps[steps.length - 1] ?? 0,
    step: Int32Array.from(steps),
    value: Float32Array.from(values),
    non_finite: [],
    ...part,
  };
}

export function answerHead(revision: number, series: readonly Head[], part: Head = {}): Head {
  return { epoch: 'e', revision, loading: false, series, missing: [], ...part };
}

// Lets answers arrive; timers stay where they are.
export async function settle(): Promise<void> {
  for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
