import { expect, it, vi } from 'vitest';
import { FakeMediaServer, fakeMediaRun, fakeTagId } from './fake_media_server';
import { LoadQueue } from './load_queue';
import { MediaSteps, type StepsWanted } from './media_steps.svelte';

const wants = (...runs: string[]): StepsWanted => ({
  tagId: fakeTagId,
  runs: runs.map(fakeMediaRun),
  areAllRuns: false,
});

function make(...series: FakeMediaServer['series']): { readonly server: FakeMediaServer; readonly steps: MediaSteps } {
  const server = new FakeMediaServer();
  server.series = series;
  return { server, steps: new MediaSteps(server.app, 'images', new LoadQueue()) };
}

// Lets answers come and times of rest pass.
async function settle(): Promise<void> {
  for (let i = 0; i < 30; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

it('asks for the runs of a card and keeps their order', async () => {
  const { server, steps } = make({ run: 'a', steps: [1, 2], facts: { width: 32 } }, { run: 'b', steps: [5] });
  expect(steps.state).toBe('loading');
  steps.show(wants('b', 'a', 'c'));
  await settle();
  expect(steps.state).toBe('ready');
  expect(steps.series.map((one) => [one.runId, one.length])).toEqual([
    ['b', 1],
    ['a', 2],
  ]);
  const [, a] = steps.series;
  expect(a?.refAt(1, 3)).toEqual({ runId: 'a', tagId: fakeTagId, step: 2, version: 2, sample: 3 });
  expect([a?.fact('width', 1), a?.timeAt(0), a?.bytesAt(0), a?.fact('height', 0)]).toEqual([32, 1001, 100, undefined]);
  expect(a?.refAt(2)).toBeUndefined();
  expect(server.asked).toHaveLength(1);
});

it('asks only for runs that it lacks, and names none if all are wanted', async () => {
  const { server, steps } = make({ run: 'a', steps: [1] }, { run: 'b', steps: [1] });
  steps.show({ ...wants('a'), areAllRuns: true });
  await settle();
  expect(server.asked[0]).toEqual({ tags: [{ id: fakeTagId }] });
  steps.show(wants('a', 'b'));
  await settle();
  expect(server.asked[1]).toEqual({ tags: [{ id: fakeTagId }], runs: [{ id: 'b' }] });
  steps.show(wants('b'));
  await settle();
  expect(steps.series.map((one) => one.runId)).toEqual(['b']);
  expect(server.asked).toHaveLength(2);
});

it('says when no run has the tag', async () => {
  const { steps } = make();
  steps.show(wants('a'));
  await settle();
  expect(steps.state).toBe('empty');
});

it('grows by what is new', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { server, steps } = make({ run: 'a', steps: [1, 2] }, { run: 'b', steps: [7] });
  steps.show(wants('a', 'b'));
  await settle();
  const b = steps.series[1];
  server.series = [
    { run: 'a', steps: [1, 2, 3, 4] },
    { run: 'b', steps: [7] },
  ];
  server.grow('a', 'other');
  await settle();
  expect(server.asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  await settle();
  expect(server.asked[1]).toMatchObject({ runs: [{ id: 'a' }], begin_step: 2 });
  expect([...(steps.series[0]?.steps.numbers ?? [])]).toEqual([1, 2, 3, 4]);
  expect([steps.series[0]?.versionAt(3), steps.series[0]?.bytesAt(3)]).toEqual([4, 100]);
  expect(steps.series[1]).toBe(b);
  vi.useRealTimers();
});

it('asks for all again after a restart', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { server, steps } = make({ run: 'a', steps: [1, 2, 3] });
  steps.show(wants('a'));
  await settle();
  // From step 2 on written anew: the last step is there, but not the same.
  server.series = [{ run: 'a', steps: [1, 2, 3], versions: [1, 20, 30] }];
  server.grow('a');
  await vi.advanceTimersByTimeAsync(2000);
  await settle();
  await vi.advanceTimersByTimeAsync(2000);
  await settle();
  expect([0, 1, 2].map((i) => steps.series[0]?.versionAt(i))).toEqual([1, 20, 30]);
  expect(server.asked.map((body) => body['begin_step'])).toEqual([undefined, 3, undefined]);
  vi.useRealTimers();
});

it('splits what is too much for one answer', async () => {
  const { server, steps } = make({ run: 'a', steps: [1, 2] }, { run: 'b', steps: [1, 2] }, { run: 'c', steps: [1] });
  server.mostPoints = 2;
  steps.show({ ...wants('a', 'b', 'c'), areAllRuns: true });
  await settle();
  expect(steps.series.map((one) => one.runId)).toEqual(['a', 'b', 'c']);
});

it('tells of a failure, and tries again when told', async () => {
  const { server, steps } = make({ run: 'a', steps: [1] });
  server.failure = { status: 500, code: 'INTERNAL', message: 'broken' };
  steps.show(wants('a'));
  await settle();
  expect([steps.state, steps.error]).toEqual(['failed', 'The server says: broken']);
  server.failure = undefined;
  steps.retry();
  await settle();
  expect([steps.state, steps.error]).toEqual(['ready', undefined]);
});

it('asks for nothing while it is hidden, and catches up after', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { server, steps } = make({ run: 'a', steps: [1] });
  const wanted = wants('a');
  steps.show(wanted);
  await settle();
  steps.hide();
  server.series = [{ run: 'a', steps: [1, 2] }];
  server.grow('a');
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.asked).toHaveLength(1);
  steps.show(wanted);
  await vi.advanceTimersByTimeAsync(2000);
  await settle();
  expect(steps.series[0]?.length).toBe(2);
  steps.dispose();
  server.grow('a');
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.asked).toHaveLength(2);
  vi.useRealTimers();
});
