import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Run } from '$api/core';
import { CardSource } from './card_source.svelte';
import {
  answerHead,
  changed,
  FakeServer,
  fakeApp,
  fakeQuery,
  fakeRun,
  seriesHead,
  settle,
  tagId,
  type Answer,
  type Head,
} from './fake_card_app';
import { MemoryBudget } from './memory_budget';
import { RequestBudget } from './request_budget';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const a = fakeRun('a');
const b = fakeRun('b');
const key = (run: Run): string => `${run.id}/${tagId}`;

// A card over a server that answers with whatever `say` makes of a request.
function card(say: (body: Head, path: string) => Answer, budget = new RequestBudget()) {
  const server = new FakeServer(say);
  const app = fakeApp(server.server, [a, b]);
  return { server, app, source: new CardSource(app, budget), budget };
}

const two = (revision = 1): Head =>
  answerHead(revision, [seriesHead(a, [1, 2], [10, 20]), seriesHead(b, [1, 3], [5, 6])]);
const xOf = (source: CardSource, run: Run): readonly number[] => [
  ...(source.series.find((one) => one.key === key(run))?.x ?? []),
];

it('goes from loading to ready', async () => {
  const { source } = card(() => two());
  expect(source.state).toBe('loading');
  source.show(fakeQuery([a, b]));
  await settle();
  expect(source.state).toBe('ready');
  expect(source.series.map((one) => [one.key, one.label, one.side])).toEqual([
    [key(a), 'a', 'left'],
    [key(b), 'b', 'left'],
  ]);
  expect(source.fullX).toEqual({ min: 1, max: 3 });
  expect(source.runOf(key(b))).toBe(b.id);
  expect(source.isStale).toBe(false);
});

it('asks nothing for the same query, nor when runs are only taken away', async () => {
  const { server, source } = card(() => two());
  source.show(fakeQuery([a, b]));
  await settle();
  const { series } = source;
  source.show(fakeQuery([a, b]));
  source.show(fakeQuery([a]));
  source.show(fakeQuery([b, a]));
  await settle();
  expect(server.asked.length).toBe(1);
  expect(source.series).toBe(series);
  source.show(fakeQuery([a, fakeRun('c')]));
  await settle();
  expect(server.asked.length).toBe(2);
});

it('tells an empty answer and an empty choice from a failure', async () => {
  const { server, source } = card(() => answerHead(1, []));
  source.show(fakeQuery([a]));
  await settle();
  expect([source.state, source.error]).toEqual(['empty', undefined]);
  source.show(fakeQuery([]));
  await settle();
  expect(source.state).toBe('empty');
  expect(server.asked.length).toBe(1);
});

it('keeps the old picture while a zoom is awaited, and finds out where all data lie', async () => {
  const { server, source } = card((body) => {
    if (Array.isArray(body['columns']) && body['columns'].length === 0) return two();
    return body['range'] === undefined
      ? two()
      : answerHead(1, [seriesHead(a, [2], [20], { points: 2, reduced: true })]);
  });
  source.show(fakeQuery([a, b], { range: { min: 2, max: 2.5 } }));
  await settle();
  expect(server.asked.map((one) => one.body['columns'])).toEqual([['step', 'value', 'wall_time'], []]);
  expect(source.fullX).toEqual({ min: 1, max: 3 });
  const { series } = source;
  server.holds = true;
  source.show(fakeQuery([a, b]));
  await settle();
  expect([source.state, source.isStale, source.series]).toEqual(['ready', true, series]);
  server.release();
  await settle();
  expect([source.isStale, xOf(source, a)]).toEqual([false, [1, 2]]);
});

it('does not ask forever where there is nothing', async () => {
  const { server, source } = card(() => answerHead(1, []));
  source.show(fakeQuery([a], { range: { min: 1, max: 2 } }));
  await settle();
  vi.advanceTimersByTime(60_000);
  await settle();
  expect([source.state, source.fullX, server.asked.length]).toEqual(['empty', undefined, 2]);
});

it('fetches steps and times afterwards when the points turn out to be few', async () => {
  const { server, source } = card(() => two());
  source.show(fakeQuery([], { areAllRuns: true }));
  await settle();
  expect(server.asked.map((one) => one.body['columns'])).toEqual([
    ['step', 'value'],
    ['step', 'value', 'wall_time'],
  ]);
  source.wantDetails();
  await settle();
  expect(server.asked.length).toBe(2);
});

it('fetches times of many points only when somebody points at them, and once', async () => {
  const steps = Array.from({ length: 30_000 }, (_, i) => i);
  const times = Float64Array.from(steps, (step) => 1000 + step / 2);
  const { server, source } = card((body) => {
    const isDetail = Array.isArray(body['columns']) && !body['columns'].includes('value');
    const change = { wall_time: isDetail ? times : undefined };
    // The other run has got a point meanwhile.
    const others = isDetail ? [...steps, 30_000] : steps;
    const more = { wall_time: isDetail ? Float64Array.from([...times, 7]) : undefined };
    return answerHead(1, [seriesHead(a, steps, steps, change), seriesHead(b, others, others, more)]);
  });
  source.show(fakeQuery([], { areAllRuns: true }));
  await settle();
  const { series } = source;
  expect(source.detailOf(key(a), 3)).toBeUndefined();
  source.wantDetails();
  await vi.waitFor(() => expect(source.detailOf(key(a), 3)).toEqual({ step: 3, wallTime: 1001.5 }));
  expect(server.last['columns']).toEqual(['step', 'wall_time']);
  expect(source.detailOf(key(b), 3)).toBeUndefined();
  // Nothing is drawn anew for it.
  expect(source.series).toBe(series);
  const asked = server.asked.length;
  vi.advanceTimersByTime(5000);
  source.wantDetails();
  await settle();
  expect(server.asked.length).toBe(asked);
  source.hide();
  expect(source.detailOf(key(a), 3)).toBeUndefined();
});

it('does without what is extra when the server refuses it', async () => {
  const refusal = { status: 400, error: { code: 'INVALID_ARGUMENT', message: 'no' } };
  const { server, source } = card(() => (server.asked.length === 1 ? two() : refusal));
  source.show(fakeQuery([], { areAllRuns: true }));
  await settle();
  expect([source.state, server.asked.length]).toEqual(['ready', 2]);
  vi.advanceTimersByTime(499);
  await settle();
  expect(server.asked.length).toBe(2);
  vi.advanceTimersByTime(1);
  await settle();
  expect(server.asked.length).toBe(3);
});

it('asks again with even logarithms once it knows where time begins', async () => {
  const { server, source } = card((body) => {
    const part = { reduced: true, points: 9000, x: Float64Array.of(0, 1000) };
    return answerHead(1, [
      seriesHead(a, [1, 2], [1, 2], body['log_x'] === true ? { ...part, x: Float64Array.of(1, 1000) } : part),
    ]);
  });
  source.show(fakeQuery([a], { x: 'relative', xKind: 'log' }));
  await settle();
  vi.advanceTimersByTime(100);
  await settle();
  expect(server.asked.map((one) => one.body['range'])).toEqual([undefined, { begin: 0.001 }]);
  vi.advanceTimersByTime(1000);
  await settle();
  expect(server.asked.length).toBe(2);
});

it('gives up a request for something else that was wanted before', async () => {
  const { server, source } = card(() => two());
  server.holds = true;
  source.show(fakeQuery([a, b]));
  source.show(fakeQuery([a, b], { smoothing: { kind: 'ema', weight: 0.5 } }));
  source.show(fakeQuery([a, b], { smoothing: { kind: 'ema', weight: 0.9 } }));
  await settle();
  expect(server.asked.map((one) => one.isAborted)).toEqual([true, true, false]);
  server.release();
  await settle();
  expect(server.last['smoothing']).toEqual({ kind: 'ema', weight: 0.9 });
  expect([server.asked.length, source.state, source.isStale]).toEqual([3, 'ready', false]);
});

it('follows a drag: quick answers are drawn on the way, only the newest range is asked next', async () => {
  const { server, source } = card((body) => {
    const range = Object(body['range']);
    return answerHead(1, [seriesHead(a, [range.begin ?? 0, range.end ?? 9], [1, 1])]);
  });
  const runs = [a];
  source.show(fakeQuery(runs));
  await settle();
  server.holds = true;
  for (const min of [1, 2, 3]) source.show(fakeQuery(runs, { range: { min, max: 9 } }));
  await settle();
  expect(server.asked.length).toBe(2);
  server.release();
  await settle();
  expect([xOf(source, a), source.isStale]).toEqual([[1, 9], true]);
  server.release();
  await settle();
  expect([xOf(source, a), source.isStale]).toEqual([[3, 9], false]);
  expect(server.asked.length).toBe(3);
  expect(server.asked.some((one) => one.isAborted)).toBe(false);
});

it('aborts a slow answer when the view moves on', async () => {
  const { server, source } = card(() => two());
  server.holds = true;
  source.show(fakeQuery([a, b]));
  await settle();
  vi.advanceTimersByTime(300);
  server.release();
  await settle();
  source.show(fakeQuery([a, b], { range: { min: 1, max: 2 } }));
  source.show(fakeQuery([a, b], { range: { min: 1, max: 3 } }));
  await settle();
  expect(server.asked.map((one) => one.isAborted)).toEqual([false, true, false]);
});

it('asks for new points of the run that changed and appends them', async () => {
  const { server, app, source } = card((body) => {
    if (body['since'] === undefined) return two(5);
    return answerHead(6, [seriesHead(a, [4], [40], { points: 3, kept: 2 })]);
  });
  source.show(fakeQuery([a, b]));
  await settle();
  const before = source.series;
  vi.advanceTimersByTime(100);
  app.tell(changed(a));
  await settle();
  expect(server.last).toMatchObject({ since: { epoch: 'e', revision: 5 }, selection: { runs: [{ id: a.id }] } });
  expect(xOf(source, a)).toEqual([1, 2, 4]);
  expect(source.fullX).toEqual({ min: 1, max: 4 });
  // The other curve is the same object: nothing of it is to be drawn anew.
  expect(source.series[1]).toBe(before[1]);
  expect(before[0]?.x).toEqual(Int32Array.of(1, 2));
});

it('goes back to the whole answer when another run begins to change', async () => {
  const { server, app, source } = card((body) => {
    const since = Object(body['since']).revision;
    if (since === undefined) return two(5);
    if (server.asked.length === 2) return answerHead(6, [seriesHead(a, [4], [40], { points: 3, kept: 2 })]);
    const parts = [
      seriesHead(a, [4, 5], [40, 50], { points: 4, kept: 2 }),
      seriesHead(b, [7], [8], { points: 3, kept: 2 }),
    ];
    if (server.asked.length === 3) return answerHead(7, parts);
    return answerHead(8, [
      seriesHead(a, [6], [60], { points: 5, kept: 4 }),
      seriesHead(b, [], [], { points: 3, kept: 3 }),
    ]);
  });
  source.show(fakeQuery([a, b]));
  await settle();
  const revisions: unknown[] = [];
  for (const run of [a, b, a]) {
    vi.advanceTimersByTime(100);
    app.tell(changed(run));
    await settle();
    revisions.push(Object(server.last['since']).revision);
  }
  expect(revisions).toEqual([5, 5, 7]);
  expect([xOf(source, a), xOf(source, b)]).toEqual([
    [1, 2, 4, 5, 6],
    [1, 3, 7],
  ]);
});

it('cuts a series back where a restart began', async () => {
  const { app, source } = card((body) =>
    body['since'] === undefined ? two(5) : answerHead(6, [seriesHead(a, [2], [99], { points: 2, kept: 1 })]),
  );
  source.show(fakeQuery([a, b]));
  await settle();
  vi.advanceTimersByTime(100);
  app.tell(changed(a));
  await settle();
  expect([...(source.series[0]?.y ?? [])]).toEqual([10, 99]);
});

it('asks for everything when a part does not fit, and on a reset', async () => {
  const { server, app, source } = card((body) => {
    const reduced = { reduced: true, points: 500 };
    if (body['since'] !== undefined) return answerHead(6, [seriesHead(a, [2], [9], { points: 301, kept: 300 })]);
    return answerHead(5, [seriesHead(a, [1, 400], [1, 2], server.asked.length === 1 ? reduced : { points: 2 })]);
  });
  source.show(fakeQuery([a]));
  await settle();
  vi.advanceTimersByTime(100);
  app.tell(changed(a));
  await settle();
  vi.advanceTimersByTime(100);
  await settle();
  expect(server.asked.map((one) => one.body['since'] !== undefined)).toEqual([false, true, false]);
  vi.advanceTimersByTime(100);
  app.tell({ isReset: true });
  await settle();
  expect(server.asked.length).toBe(4);
  expect(server.last['since']).toBeUndefined();
});

it('asks for everything once parts have become many', async () => {
  let last = 2;
  const { server, app, source } = card((body) => {
    if (body['since'] === undefined) return answerHead(1, [seriesHead(a, [1, 2], [1, 1])]);
    const steps = Array.from({ length: 500 }, (_, i) => last + 1 + i);
    const kept = last;
    last += 500;
    return answerHead(2, [seriesHead(a, steps, steps, { points: last, kept })]);
  });
  source.show(fakeQuery([a]));
  await settle();
  for (let i = 0; i < 2; i += 1) {
    vi.advanceTimersByTime(100);
    app.tell(changed(a));
    await settle();
  }
  expect(xOf(source, a).length).toBe(1002);
  vi.advanceTimersByTime(100);
  await settle();
  expect(server.last['since']).toBeUndefined();
});

it('puts changes together: one request at a time, and at most twenty a second', async () => {
  const { server, app, source } = card((body) =>
    body['since'] === undefined ? two() : answerHead(2, [seriesHead(a, [], [], { points: 2, kept: 2 })]),
  );
  source.show(fakeQuery([a, b]));
  await settle();
  for (let i = 0; i < 100; i += 1) {
    vi.advanceTimersByTime(10);
    app.tell(changed(a));
    await settle();
  }
  expect(server.asked.length - 1).toBeGreaterThan(15);
  expect(server.asked.length - 1).toBeLessThanOrEqual(20);
  server.holds = true;
  vi.advanceTimersByTime(100);
  app.tell(changed(a));
  await settle();
  const count = server.asked.length;
  for (let i = 0; i < 5; i += 1) {
    vi.advanceTimersByTime(100);
    app.tell(changed(a));
    await settle();
  }
  expect(server.asked.length).toBe(count);
});

it('hears nothing of other tags and runs', async () => {
  const { server, app, source } = card(() => two());
  source.show(fakeQuery([a, b]));
  await settle();
  vi.advanceTimersByTime(100);
  app.tell(changed(fakeRun('c')));
  const other = [{ tagId: 'bbbbbbbbbbbbbbbb', tag: 'other', kind: 'scalars', points: 1 }];
  app.tell({ runs: [{ ...a, isAdded: false, series: other, hasRemovedTags: false, omitted: 0 }] });
  app.tell({ removedRuns: ['c'] });
  await settle();
  expect(server.asked.length).toBe(1);
  app.tell({ removedRuns: ['b'] });
  await settle();
  expect(server.asked.length).toBe(2);
});

it('shows a run that appears when all runs are shown', async () => {
  const c = fakeRun('c');
  const { app, source } = card((body) =>
    body['since'] === undefined ? two() : answerHead(2, [seriesHead(c, [1], [1])]),
  );
  source.show(fakeQuery([a, b], { areAllRuns: true }));
  await settle();
  vi.advanceTimersByTime(100);
  app.tell(changed(c));
  await settle();
  expect(source.series.map((one) => one.key)).toEqual([key(a), key(b), key(c)]);
});

it('asks nothing while hidden, and catches up when shown', async () => {
  const { server, app, source } = card((body) =>
    body['since'] === undefined ? two() : answerHead(2, [seriesHead(a, [4], [1], { points: 3, kept: 2 })]),
  );
  const query = fakeQuery([a, b]);
  source.show(query);
  await settle();
  source.hide();
  vi.advanceTimersByTime(100);
  app.tell(changed(a));
  await settle();
  expect(server.asked.length).toBe(1);
  expect(source.series.length).toBe(2);
  source.show(query);
  await settle();
  expect([server.asked.length, xOf(source, a)]).toEqual([2, [1, 2, 4]]);
});

it('gives up hidden data that no longer fit, and asks again', async () => {
  const budget = new RequestBudget(4, new MemoryBudget(10));
  const { server, app, source } = card(() => two(), budget);
  const query = fakeQuery([a, b]);
  source.show(query);
  await settle();
  source.hide();
  expect([source.series, source.state]).toEqual([[], 'loading']);
  app.tell({ isReset: true });
  source.show(query);
  await settle();
  expect([server.asked.length, source.series.length]).toEqual([2, 2]);
});

it('says what the server refused, and tries again when told', async () => {
  const refusal = { status: 400, error: { code: 'OUT_OF_RANGE', message: '12000 series match, limit 10000' } };
  let isRefused = true;
  const { server, source } = card(() => (isRefused ? refusal : two()));
  source.show(fakeQuery([a, b]));
  await settle();
  expect(source.state).toBe('failed');
  expect(source.error).toContain('12000 series match, limit 10000');
  vi.advanceTimersByTime(60_000);
  await settle();
  expect(server.asked.length).toBe(1);
  isRefused = false;
  source.retry();
  await settle();
  expect([source.state, source.error]).toEqual(['ready', undefined]);
});

it('keeps what is drawn while the server is away, and comes back by itself', async () => {
  let isAway = false;
  const away = { status: 503, error: { code: 'UNAVAILABLE', message: 'away' } };
  const { app, source } = card(() => (isAway ? away : two()));
  source.show(fakeQuery([a, b]));
  await settle();
  isAway = true;
  vi.advanceTimersByTime(100);
  app.tell({ isReset: true });
  await settle();
  expect([source.state, source.isStale, source.series.length]).toEqual(['ready', true, 2]);
  isAway = false;
  vi.advanceTimersByTime(1000);
  await settle();
  expect([source.state, source.isStale]).toEqual(['ready', false]);
});

it('tries a card that never loaded again when the server is back', async () => {
  let isAway = true;
  const away = { status: 503, error: { code: 'UNAVAILABLE', message: 'away' } };
  const { app, source } = card(() => (isAway ? away : two()));
  source.show(fakeQuery([a, b]));
  await settle();
  expect(source.state).toBe('failed');
  isAway = false;
  app.tell({ isReset: true });
  await settle();
  expect(source.state).toBe('ready');
});
