// How high the bins of histograms are drawn.
import type { AxisView } from '$charts/line_data';
import type { HistogramRows } from '$histograms/histogram_answer';

export type Measure = 'count' | 'density';

export interface HeightOptions {
  readonly measure: Measure;
  readonly isLog: boolean;
  // What is far above the rest is cut off rather than flattening all of it: steps whose peak is far above those of the others, or, where
  // colours tell heights, single bins.
  readonly cuts: 'nothing' | 'rows' | 'bins';
}

export interface BinHeights {
  // As the data: row after row. 1 is the top of the axis; what is above it is cut off.
  readonly values: Float32Array;
  // From 0 to the top, in counts of a step or densities. A density is the share of a row's values for each unit of the axis; bins of a symlog axis all
  // look equally wide, and the unit is then the whole axis.
  readonly axis: AxisView;
  // Some bins are higher than the top.
  readonly isCut: boolean;
}

// Heights up to so many times the usual one are drawn whole. The usual one is as high as this share of all.
const usual = { rows: { times: 3, share: 0.75 }, bins: { times: 1.5, share: 0.9 } } as const;
// A log scale of densities, which have no smallest one, reaches so far below the top.
const logReach = 1e4;

// On one axis for all of them, so that they can be compared.
export function binHeights(all: readonly HistogramRows[], options: HeightOptions): readonly BinHeights[] {
  const measured = all.map((data) => measureBins(data, options));
  const peaks = all.flatMap((data, i) => rowPeaks(data, measured[i] ?? new Float64Array()));
  const highest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  const top = Math.min(highest, cutAt(options.cuts, peaks, measured));
  const unit = options.isLog ? (options.measure === 'count' ? 1 : top / logReach) : 0;
  const heightOf = (value: number): number => {
    if (!(top > 0) || !(value > 0)) return 0;
    return unit > 0 ? Math.log1p(value / unit) / Math.log1p(top / unit) : value / top;
  };
  const axis: AxisView = {
    kind: unit > 0 ? 'symlog' : 'linear',
    domain: { min: 0, max: top > 0 ? top : 1 },
    symlogConstant: unit > 0 ? unit : 1,
  };
  return measured.map((values) => ({ values: Float32Array.from(values, heightOf), axis, isCut: top < highest }));
}

function cutAt(cuts: HeightOptions['cuts'], peaks: readonly number[], measured: readonly Float64Array[]): number {
  if (cuts === 'nothing') return Infinity;
  const heights = cuts === 'rows' ? peaks : measured.flatMap((values) => [...values].filter((value) => value > 0));
  const height = usual[cuts].times * quantile(heights, usual[cuts].share);
  return height > 0 ? height : Infinity;
}

function measureBins(data: HistogramRows, { measure }: HeightOptions): Float64Array {
  const widthOf = (bin: number): number =>
    data.linearWidth !== undefined ? 1 / data.bins : (data.edges[bin + 1] ?? 0) - (data.edges[bin] ?? 0);
  const widths = Float64Array.from({ length: data.bins }, (_, bin) => (measure === 'count' ? 1 : widthOf(bin)));
  const values = new Float64Array(data.rows * data.bins);
  for (let row = 0; row < data.rows; row += 1) {
    // Of steps that were added up the mean: they are not always equally many.
    const whole = measure === 'count' ? (data.merged[row] ?? 1) : (data.total[row] ?? 0);
    for (let bin = 0; bin < data.bins; bin += 1) {
      const part = whole * (widths[bin] ?? 0);
      const at = row * data.bins + bin;
      values[at] = part > 0 ? (data.counts[at] ?? 0) / part : 0;
    }
  }
  return values;
}

function rowPeaks(data: HistogramRows, values: Float64Array): readonly number[] {
  return Array.from({ length: data.rows }, (_, row) => {
    let peak = 0;
    for (let at = row * data.bins; at < (row + 1) * data.bins; at += 1) peak = Math.max(peak, values[at] ?? 0);
    return peak;
  });
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
