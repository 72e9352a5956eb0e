import { describe, expect, it } from 'vitest';
import { readColumns } from '$api/columns';
import { encodeAnswer, fakeDistribution } from '$histograms/fake_histogram_server';
import { readDistributions, type DistributionRows } from '$histograms/histogram_answer';
import {
  distributionLine,
  DistributionLines,
  isVoid,
  leastPositive,
  spliceRows,
  type LineLook,
} from './distribution_lines';

const levels = [0, 0.25, 0.5, 0.75, 1];

function rows(steps: readonly number[], of: readonly number[] = levels): DistributionRows {
  const head = { epoch: 'e', revision: 1, series: [fakeDistribution('a', steps, of)] };
  const [one] = readDistributions(readColumns(encodeAnswer(head))).series;
  if (one === undefined) throw new Error('no series');
  return one;
}

const look: LineLook = {
  axis: 'step',
  levels,
  logFloor: undefined,
  areExtremesBeyondFit: false,
  labelOf: ({ run }) => `run ${run}`,
  titleOf: (level) => `p${level}`,
  originOf: () => undefined,
};

describe('distributionLine', () => {
  it('has the median as line, bands around it and all levels as details, the highest first', () => {
    const line = distributionLine(rows([4, 8]), look);
    expect(line.label).toBe('run a');
    expect(line.x).toEqual(Float64Array.of(4, 8));
    expect(line.y).toEqual(Float64Array.of(0, 0));
    expect(line.bands?.map(({ low, high }) => [[...low], [...high]])).toEqual([
      [
        [-2, -4],
        [2, 4],
      ],
      [
        [-1, -2],
        [1, 2],
      ],
    ]);
    expect(line.details?.map(({ title }) => title)).toEqual(['p1', 'p0.75', 'p0.5', 'p0.25', 'p0']);
    expect(line.details?.[0]?.values).toEqual(Float64Array.of(2, 4));
  });

  it('draws no band for the median that was only asked for the line', () => {
    const line = distributionLine(rows([4], [0.1, 0.5, 0.9]), { ...look, levels: [0.1, 0.9] });
    expect(line.bands).toHaveLength(1);
    expect(line.y).toEqual(Float64Array.of(0));
  });

  it('lets bands reach to the end of a log axis', () => {
    expect(leastPositive([rows([4]), rows([0, 2])])).toBe(0.5);
    const [band] = distributionLine(rows([4]), { ...look, logFloor: 0.5 }).bands ?? [];
    expect(band?.low).toEqual(Float64Array.of(0.5));
    expect(band?.high).toEqual(Float64Array.of(2));
  });

  it('is fitted by its widest band, or by the widest without minimum and maximum', () => {
    const beyond = (part: Partial<LineLook>): unknown =>
      distributionLine(rows([4]), { ...look, ...part }).bands?.map((band) => band.isBeyondFit);
    expect(beyond({})).toEqual([false, true]);
    expect(beyond({ areExtremesBeyondFit: true })).toEqual([true, false]);
    expect(beyond({ areExtremesBeyondFit: true, levels: [0, 1] })).toEqual([true]);
  });

  it('is void where all tensors are empty', () => {
    const empty = { ...rows([4, 8]), values: new Float64Array(10).fill(Number.NaN) };
    expect(isVoid(distributionLine(empty, look))).toBe(true);
    expect(isVoid(distributionLine(rows([4]), look))).toBe(false);
  });

  it('lies along the time since the first point of the series', () => {
    const line = distributionLine(rows([4, 8]), { ...look, axis: 'relative', originOf: () => 1000 });
    expect(line.x).toEqual(Float64Array.of(4, 8));
  });
});

it('makes the line of the same rows once', () => {
  const maker = new DistributionLines(look);
  const [first, second] = [rows([1]), rows([2])];
  const before = maker.lines([first, second]);
  expect(maker.lines([first])[0]).toBe(before[0]);
});

it('puts a part in place of what the whole has of its steps', () => {
  const whole = { ...rows([0, 10, 20, 30]), points: 31 };
  const spliced = spliceRows(whole, rows([10, 11, 12, 20]), { begin: 10, end: 21 });
  expect(spliced.steps).toEqual(Float64Array.of(0, 10, 11, 12, 20, 30));
  expect(spliced.wallTimes).toEqual(Float64Array.of(1000, 1010, 1011, 1012, 1020, 1030));
  expect(spliced.rows).toBe(6);
  expect(spliced.points).toBe(31);
  expect(distributionLine(spliced, look).details?.[0]?.values).toEqual(Float64Array.of(0, 5, 5.5, 6, 10, 15));
  expect(spliceRows(whole, rows([10], [0.5]), { begin: 10, end: 21 })).toBe(whole);
});
