import { expect, it } from 'vitest';
import { shortId } from '$kind/run_selection';
import { StepColumn } from '$media/step_column';
import { StepSeries } from '$media/step_series';
import { compareSides } from './compare_sides';
import type { Comparison } from './images_params';

const series = (runId: string, ...steps: number[]): StepSeries =>
  new StepSeries({
    runId,
    runName: runId,
    tagId: 't',
    tagName: 't',
    samples: 1,
    superseded: 0,
    description: '',
    steps: StepColumn.of(Int32Array.from(steps)),
    facts: new Map(),
  });
const a = series('aaaaaaaaaaaaaaaa', 0, 10, 20);
const b = series('bbbbbbbbbbbbbbbb', 0, 12);
const plain: Comparison = { mode: 'side', runs: ['', ''], heldStep: undefined };
const places = (sides: ReturnType<typeof compareSides>): unknown =>
  sides?.map(({ series: { runId }, index }) => [runId[0], index]);

it('compares two runs at the same step', () => {
  expect(places(compareSides([a, b], 10, plain))).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
  expect(places(compareSides([a, b], undefined, plain))).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

it('compares the steps of a single run', () => {
  expect(places(compareSides([a], 20, plain))).toEqual([
    ['a', 2],
    ['a', 0],
  ]);
  expect(places(compareSides([a, b], 20, { ...plain, runs: ['', shortId(a.runId)], heldStep: 11 }))).toEqual([
    ['a', 2],
    ['a', 1],
  ]);
});

it('takes others for runs that are not there', () => {
  expect(places(compareSides([a, b], 0, { ...plain, runs: [shortId(b.runId), 'cccccccc'] }))).toEqual([
    ['b', 0],
    ['a', 0],
  ]);
  expect(compareSides([], 0, plain)).toBeUndefined();
});
