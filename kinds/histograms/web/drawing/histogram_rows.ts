// Rows and bins of a series of histograms that is drawn.
import type { HistogramRows } from '$histograms/histogram_answer';

// A bin of a row.
export interface PlotPlace {
  readonly row: number;
  readonly bin: number;
}

export interface BinFacts {
  readonly low: number;
  readonly high: number;
  // Of a step: the mean where several were added up.
  readonly count: number;
  // Of all values of its row, 0 to 1; NaN where the row has none.
  readonly share: number;
  // How many of the row's values lie below the bin's upper edge, as a share.
  readonly percentile: number;
}

export function binFacts(data: HistogramRows, { row, bin }: PlotPlace): BinFacts {
  const begin = row * data.bins;
  const total = data.total[row] ?? 0;
  let upTo = data.below[row] ?? 0;
  for (let i = 0; i <= bin; i += 1) upTo += data.counts[begin + i] ?? 0;
  const count = data.counts[begin + bin] ?? 0;
  const share = (part: number): number => (total > 0 ? Math.min(1, part / total) : Number.NaN);
  return {
    low: data.edges[bin] ?? Number.NaN,
    high: data.edges[bin + 1] ?? Number.NaN,
    count: count / Math.max(1, data.merged[row] ?? 1),
    share: share(count),
    percentile: share(upTo),
  };
}

// The row that holds a step, or the nearest; of two equally near ones the earlier.
export function rowOfStep(data: HistogramRows, step: number): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (let row = 0; row < data.rows; row += 1) {
    const [first = Number.NaN, last = Number.NaN] = [data.steps[row], data.lastSteps[row]];
    const apart = Math.max(first - step, step - last, 0);
    if (!(apart < least)) continue;
    best = row;
    least = apart;
  }
  return best;
}
