// Two runs at one step, drawn on a scale of their own: what is compared fills the plot.
import type { HistogramRows } from '$histograms/histogram_answer';
import { binHeights, type BinHeights, type HeightOptions } from './drawing/bin_heights';
import { rowOfStep } from './drawing/histogram_rows';

export interface PairStep {
  readonly series: HistogramRows;
  // In the series; undefined: it has none.
  readonly row: number | undefined;
  // That row alone.
  readonly data: HistogramRows;
  readonly heights: BinHeights;
}

// Of each the row nearest to `step`; undefined: the last ones.
export function pairAt(
  pair: readonly HistogramRows[],
  step: number | undefined,
  options: HeightOptions,
): readonly PairStep[] {
  const rows = pair.map((series) => (step === undefined ? series.rows - 1 : rowOfStep(series, step)));
  const alone = pair.map((series, i) => rowAlone(series, rows[i]));
  const heights = binHeights(alone, { ...options, cuts: 'nothing' });
  return pair.flatMap((series, i): readonly PairStep[] => {
    const [data, own] = [alone[i], heights[i]];
    return data === undefined || own === undefined ? [] : [{ series, row: rows[i], data, heights: own }];
  });
}

function rowAlone(series: HistogramRows, row: number | undefined): HistogramRows {
  const [begin, end] = row === undefined || row < 0 ? [0, 0] : [row, row + 1];
  return {
    ...series,
    rows: end - begin,
    counts: series.counts.subarray(begin * series.bins, end * series.bins),
    total: series.total.subarray(begin, end),
    merged: series.merged.subarray(begin, end),
  };
}
