import { describe, expect, it } from 'vitest';
import { readColumns } from '$api/columns';
import { encodeAnswer, fakeDistribution, fakeSeries, type Head } from './fake_histogram_server';
import {
  isThinned,
  readDistributions,
  readHistograms,
  readLayers,
  readMeasures,
  stepAt,
  type HistogramsAnswer,
  type ReadAnswer,
} from './histogram_answer';

function read<S>(reader: ReadAnswer<S>, series: readonly Head[], part: Head = {}): HistogramsAnswer<S> {
  return reader(readColumns(encodeAnswer({ epoch: 'e', revision: 3, loading: true, series, ...part })));
}

const twoRows = {
  edges: Float64Array.of(0, 1, 3),
  counts: Uint32Array.of(1, 2, 3, 4),
  below: Float64Array.of(0, 1),
  above: Float64Array.of(0, 0),
  total: Uint32Array.of(3, 8),
  min: Float64Array.of(0, -1),
  max: Float64Array.of(3, 3),
  merged: Uint32Array.of(1, 1),
};

describe('answers', () => {
  it('of histograms have a row of counts for each step', () => {
    const { series, isLoading } = read(readHistograms, [fakeSeries('a', [10, 20], twoRows)]);
    expect(isLoading).toBe(true);
    const [one] = series;
    expect(one).toMatchObject({ key: 'a/aaaaaaaaaaaaaaaa', rows: 2, bins: 2, points: 2 });
    expect(one?.edges).toEqual(Float64Array.of(0, 1, 3));
    expect(one?.counts).toEqual(Uint32Array.of(1, 2, 3, 4));
    expect(one?.lastSteps).toEqual(Float64Array.of(10, 20));
    expect(one?.linearWidth).toBeUndefined();
  });

  it('tell the last step of rows that were added up, and the width of symlog bins', () => {
    const merged = { ...twoRows, last_step: Int32Array.of(19, 29), linear_width: 0.01 };
    const [one] = read(readHistograms, [fakeSeries('a', [10, 20], merged)]).series;
    expect(one?.lastSteps).toEqual(Float64Array.of(19, 29));
    expect(one?.linearWidth).toBe(0.01);
  });

  it('that are cut short are refused', () => {
    const short = { ...twoRows, counts: Uint32Array.of(1, 2, 3) };
    expect(() => read(readHistograms, [fakeSeries('a', [10, 20], short)])).toThrow('counts');
    expect(() => read(readHistograms, [fakeSeries('a', [10, 20], { ...twoRows, wall_time: undefined })])).toThrow(
      'wall_time',
    );
  });

  it('of distributions have a value for each level', () => {
    const { series } = read(readDistributions, [fakeDistribution('a', [2, 4], [0, 0.5, 1])]);
    expect(series[0]?.levels).toEqual([0, 0.5, 1]);
    expect(series[0]?.values).toEqual(Float64Array.of(-1, 0, 1, -2, 0, 2));
  });

  it('of measures are found by name', () => {
    const measures = { mean: Float64Array.of(1, 2), ks_step: Float64Array.of(Number.NaN, 0.5) };
    const { series } = read(readMeasures, [fakeSeries('a', [1, 2], { measures })]);
    expect(series[0]?.measures.get('mean')).toEqual(Float64Array.of(1, 2));
  });

  it('of layers tell what is not known', () => {
    const layer = {
      ...fakeSeries('a', []),
      step: 40,
      edges: Float64Array.of(0, 1),
      counts: Uint32Array.of(4),
      first_counts: Uint32Array.of(2),
      drift: 0.5,
      ks: 'NaN',
      zeros_low: 0,
      zeros_high: 1,
      not_finite: null,
      deviation: 1,
      mean: 0,
      min: 0,
      max: 1,
    };
    const [one] = read(readLayers, [layer]).series;
    expect(one).toMatchObject({ step: 40, drift: 0.5, ks: Number.NaN, notFinite: undefined, zerosHigh: 1 });
  });

  it('keep steps past 2^53 exactly', () => {
    const step = BigInt64Array.of(9007199254740993n, 9007199254740995n);
    const series = read(readMeasures, [fakeSeries('a', [1, 2], { step, measures: {} })]).series[0];
    expect(series && stepAt(series, 0)).toBe(9007199254740993n);
    const small = read(readMeasures, [fakeSeries('a', [1], { step: BigInt64Array.of(7n), measures: {} })]).series[0];
    expect(small?.exactSteps).toBeUndefined();
    expect(small && stepAt(small, 0)).toBe(7);
  });

  it('say whether steps were left out', () => {
    const { series } = read(readMeasures, [
      fakeSeries('a', [1, 2], { measures: {} }),
      fakeSeries('b', [1, 2], { measures: {}, points: 9 }),
    ]);
    expect(series.map(isThinned)).toEqual([false, true]);
  });

  it('tell of values that could not be read', () => {
    const problems = [{ run_id: 'a', tag_id: 't', step: 3, message: 'edges out of order' }];
    const answer = read(readMeasures, [], { problems, problem_count: 120 });
    expect(answer.problems[0]).toEqual({ runId: 'a', tagId: 't', step: 3, message: 'edges out of order' });
    expect(answer.problemCount).toBe(120);
  });
});
