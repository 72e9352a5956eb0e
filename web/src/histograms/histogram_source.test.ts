import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  fakeDistribution,
  fakeHistogramRun,
  FakeHistogramServer,
  fakeTag,
  openQueue,
  settle,
  type Head,
} from './fake_histogram_server';
import { readDistributions, type DistributionRows } from './histogram_answer';
import type { HistogramQuery } from './histogram_query';
import { HistogramSource } from './histogram_source.svelte';

const runs = ['b', 'a'].map(fakeHistogramRun);
const query: HistogramQuery = {
  route: 'distributions',
  tags: [fakeTag],
  runs,
  areAllRuns: false,
  maxSteps: 500,
  options: { levels: [0, 1] },
};

// The program sorts by run, whatever the order of the request.
function answerTo(body: Head): readonly Head[] {
  return ['a', 'b'].map((run) => fakeDistribution(run, [1, 2, body['begin_step'] === undefined ? 3 : 4], [0, 1]));
}

describe('HistogramSource', () => {
  let server: FakeHistogramServer;
  let source: HistogramSource<DistributionRows>;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    server = new FakeHistogramServer(answerTo);
    source = new HistogramSource(server.app, openQueue, readDistributions);
  });
  afterEach(() => {
    source.dispose();
    vi.useRealTimers();
  });

  it('asks for the series and has them in the order of the runs', async () => {
    source.show(query);
    expect(source.state).toBe('loading');
    await settle();
    expect(server.asked[0]?.path).toBe('/api/distributions');
    expect(server.last).toEqual({
      selection: { tags: [{ id: fakeTag }], runs: [{ id: 'b' }, { id: 'a' }] },
      max_steps: 500,
      levels: [0, 1],
    });
    expect(source.state).toBe('ready');
    expect(source.series.map((one) => one.run)).toEqual(['b', 'a']);
    expect(source.answered).toBe(query);
  });

  it('asks once for equal questions, and names no runs if all are wanted', async () => {
    source.show({ ...query, areAllRuns: true });
    await settle();
    source.show({ ...query, areAllRuns: true, options: { levels: [0, 1] } });
    await settle();
    expect(server.asked).toHaveLength(1);
    expect(server.last['selection']).toEqual({ tags: [{ id: fakeTag }] });
  });

  it('keeps what is there while another range is awaited', async () => {
    source.show(query);
    await settle();
    server.holds = true;
    source.show({ ...query, beginStep: 2, endStep: 5 });
    await settle();
    expect(source.isStale).toBe(true);
    expect(source.state).toBe('ready');
    server.release();
    await settle();
    expect(source.isStale).toBe(false);
    expect(source.series[0]?.steps).toEqual(Float64Array.of(1, 2, 4));
  });

  it('lets only the newest request draw', async () => {
    server.holds = true;
    source.show({ ...query, beginStep: 2 });
    source.show(query);
    await settle();
    expect(server.asked.map((one) => one.isAborted)).toEqual([true, false]);
    server.release();
    await settle();
    expect(source.series[0]?.steps).toEqual(Float64Array.of(1, 2, 3));
  });

  it('forgets the answer of another tag at once', async () => {
    source.show(query);
    await settle();
    source.show({ ...query, tags: ['bbbbbbbbbbbbbbbb'] });
    expect(source.state).toBe('loading');
    expect(source.series).toEqual([]);
  });

  it('asks again when a series grew, once a second', async () => {
    source.show(query);
    await settle();
    server.grow(['a']);
    server.grow(['b']);
    await settle();
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1000);
    await settle();
    expect(server.asked).toHaveLength(2);
  });

  it('does not ask for what others changed', async () => {
    source.show(query);
    await settle();
    server.grow(['c']);
    server.grow(['a'], 'bbbbbbbbbbbbbbbb');
    await vi.advanceTimersByTimeAsync(5000);
    await settle();
    expect(server.asked).toHaveLength(1);
  });

  it('asks nothing while hidden, and for what it missed when it is shown again', async () => {
    source.show(query);
    await settle();
    source.hide();
    server.grow(['a']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.asked).toHaveLength(1);
    source.show(query);
    await settle();
    expect(server.asked).toHaveLength(2);
  });

  it('fails in words, and tries again when told', async () => {
    server.failure = { status: 400, code: 'INVALID_ARGUMENT', message: 'levels: 2 is above 1' };
    source.show(query);
    await settle();
    expect(source.state).toBe('failed');
    expect(source.error).toContain('levels: 2 is above 1');
    server.failure = undefined;
    source.retry();
    await settle();
    expect(source.state).toBe('ready');
    expect(source.error).toBeUndefined();
  });

  it('keeps the picture when the server goes, and comes back with it', async () => {
    source.show(query);
    await settle();
    server.failure = { status: 503, code: 'UNAVAILABLE', message: 'gone' };
    server.grow(['a']);
    await vi.advanceTimersByTimeAsync(1000);
    await settle();
    expect(source.state).toBe('ready');
    expect(source.isStale).toBe(true);
    server.failure = undefined;
    server.tell({ isReset: true });
    await vi.advanceTimersByTimeAsync(1000);
    await settle();
    expect(source.isStale).toBe(false);
    expect(source.error).toBeUndefined();
  });

  it('is empty where no run has the tag', async () => {
    const none = new FakeHistogramServer(() => []);
    const empty = new HistogramSource(none.app, openQueue, readDistributions);
    empty.show(query);
    await settle();
    expect(empty.state).toBe('empty');
    empty.dispose();
  });
});
