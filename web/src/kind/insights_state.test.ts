import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '$api/live';
import { Surroundings } from './fake_insights';
import type { InsightsState } from './insights_state.svelte';

const change: Change = {
  epoch: 'e',
  revision: 2,
  isLoading: false,
  progress: 1,
  issues: 0,
  isReset: false,
  removedRuns: [],
  omittedRuns: 0,
  runs: [
    {
      id: 'a',
      name: 'a',
      isAdded: false,
      hasRemovedTags: false,
      omitted: 0,
      series: [{ tagId: 't', tag: 't', kind: 'scalars', points: 3 }],
    },
  ],
};
const pictures: Change = {
  ...change,
  runs: change.runs.map((run) => ({ ...run, series: run.series.map((one) => ({ ...one, kind: 'images' })) })),
};

let around: Surroundings;

// Effects do not run outside a browser: the state is told to look.
async function pass(milliseconds: number): Promise<void> {
  around.made?.look();
  await vi.advanceTimersByTimeAsync(milliseconds);
  around.made?.look();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  around = new Surroundings();
});
afterEach(() => vi.useRealTimers());

async function opened(): Promise<InsightsState> {
  const insights = around.make();
  around.isOver = true;
  await pass(1000);
  expect(around.bodies.length).toBe(1);
  return insights;
}

it('asks when the first picture stands, all files are read and there is something to look at', async () => {
  around.isLoading = true;
  around.kinds = new Map([['images', 4]]);
  const insights = around.make();
  await pass(20_000);
  around.isOver = true;
  await pass(20_000);
  around.isLoading = false;
  await pass(20_000);
  expect(around.bodies.length).toBe(0);
  around.kinds = new Map([['scalars', 1]]);
  await pass(20_000);
  expect(around.bodies).toEqual([{}]);
  expect(insights.answer?.checkedSeries).toBe(4);
});

it('asks again when data grew, not sooner than ten seconds after, and not for other data', async () => {
  await opened();
  around.tell(pictures);
  await pass(30_000);
  expect(around.bodies.length).toBe(1);
  around.tell(change);
  await pass(0);
  expect(around.bodies.length).toBe(2);
  around.tell(change);
  await pass(9000);
  around.tell(change);
  expect(around.bodies.length).toBe(2);
  await pass(1500);
  expect(around.bodies.length).toBe(3);
  await pass(60_000);
  expect(around.bodies.length).toBe(3);
});

it('does not ask while nobody looks, and catches up', async () => {
  await opened();
  around.hide(true);
  around.tell(change);
  await pass(60_000);
  expect(around.bodies.length).toBe(1);
  around.hide(false);
  await pass(0);
  expect(around.bodies.length).toBe(2);
  around.isPaused = true;
  around.tell({ ...change, runs: [], isReset: true });
  await pass(60_000);
  expect(around.bodies.length).toBe(2);
  around.isPaused = false;
  await pass(0);
  expect(around.bodies.length).toBe(3);
});

it('asks with other thresholds when typing pauses, also while paused', async () => {
  const insights = await opened();
  around.isPaused = true;
  insights.setThreshold('loss-plateau', 'min_points', 5);
  await pass(200);
  insights.setThreshold('loss-plateau', 'min_points', 50);
  await pass(200);
  expect(around.bodies.length).toBe(1);
  await pass(300);
  expect(around.bodies.slice(1)).toEqual([{ thresholds: { 'loss-plateau': { min_points: 50 } } }]);
  insights.resetThresholds();
  await pass(1000);
  expect(around.bodies.at(-1)).toEqual({});
  expect(around.settings.values.insightThresholds).toBe('');
});

it('keeps what it has when a question fails', async () => {
  const insights = await opened();
  around.failure = 'no such rule';
  insights.setThreshold('x', 'y', 1);
  await pass(1000);
  expect([insights.error, insights.findings.length]).toEqual(['no such rule', 3]);
  around.failure = undefined;
  insights.retry();
  await pass(0);
  expect(insights.error).toBeUndefined();
});

it('gives cards what was found about their tags, in the runs that are on', async () => {
  const insights = await opened();
  const runsOf = (kind: string, ...tags: readonly string[]): readonly string[] =>
    insights.of(kind, tags).map(({ run }) => run);
  expect(runsOf('scalars', 'loss')).toEqual(['a', 'b']);
  expect(runsOf('scalars', 'w', 'loss')).toEqual(['a', 'b']);
  expect(runsOf('scalars', 'total', 'loss')).toEqual(['a', 'b']);
  expect(runsOf('x', 'w')).toEqual(['a']);
  expect(runsOf('scalars', 'accuracy')).toEqual([]);
  expect(insights.mark).toEqual({ count: 3, isProblem: true });
  around.selectedIds = new Set(['a']);
  expect(runsOf('scalars', 'loss')).toEqual(['a']);
  expect(insights.mark).toEqual({ count: 2, isProblem: false });
  around.selectedIds = new Set();
  expect([insights.mark, insights.findings.length]).toEqual([undefined, 3]);
});
