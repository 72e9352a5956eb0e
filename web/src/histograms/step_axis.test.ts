import { expect, it } from 'vitest';
import { readColumns } from '$api/columns';
import { encodeAnswer, fakeDistribution } from './fake_histogram_server';
import { readDistributions, type DistributionRows } from './histogram_answer';
import { axisColumn, axisExtent, nearestRow, stepRange } from './step_axis';

function rows(steps: readonly number[]): DistributionRows {
  const head = { epoch: 'e', revision: 1, series: [fakeDistribution('a', steps, [0.5])] };
  const [one] = readDistributions(readColumns(encodeAnswer(head))).series;
  if (one === undefined) throw new Error('no series');
  return one;
}

it('lays rows along steps, seconds or the clock', () => {
  const series = rows([10, 12]);
  expect(axisColumn(series, 'step')).toEqual(Float64Array.of(10, 12));
  expect(axisColumn(series, 'wall')).toEqual(Float64Array.of(1010, 1012));
  expect(axisColumn(series, 'relative')).toEqual(Float64Array.of(0, 2));
  expect(axisColumn(series, 'relative', 1000)).toEqual(Float64Array.of(10, 12));
});

it('finds the steps of a part of any axis, with the neighbours of its ends', () => {
  const series = [rows([0, 10, 20, 30, 40]), rows([5, 25])];
  expect(stepRange(series, 'step', { min: 12, max: 22 })).toEqual({ begin: 5, end: 31 });
  expect(stepRange(series.slice(0, 1), 'wall', { min: 1012, max: 1022 })).toEqual({ begin: 10, end: 31 });
  expect(stepRange(series.slice(0, 1), 'relative', { min: -5, max: 500 })).toEqual({ begin: 0, end: 41 });
  expect(stepRange([], 'step', { min: 0, max: 1 })).toBeUndefined();
});

it('tells where all rows lie', () => {
  expect(axisExtent([Float64Array.of(3, 9), Float64Array.of(1, 4)])).toEqual({ min: 1, max: 9 });
  expect(axisExtent([new Float64Array()])).toBeUndefined();
});

it('never lets a clock that was set back turn the axis round', () => {
  const series = { ...rows([1, 2, 3]), wallTimes: Float64Array.of(50, 40, 60) };
  expect(axisColumn(series, 'wall')).toEqual(Float64Array.of(50, 50, 60));
  expect(axisColumn(series, 'relative')).toEqual(Float64Array.of(0, 0, 10));
});

it('finds the nearest row', () => {
  const places = Float64Array.of(0, 10, 20);
  expect([-5, 4, 6, 99].map((place) => nearestRow(places, place))).toEqual([0, 0, 1, 2]);
  expect(nearestRow(new Float64Array(), 1)).toBe(-1);
});
