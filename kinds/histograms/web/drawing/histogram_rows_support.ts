// For tests: series of histograms, made by hand.
import type { HistogramRows } from '$histograms/histogram_answer';
import type { PlotRoom } from './plot_frame';

// Rows of counts on edges 0, 1, 2, ... at steps 0, 10, 20, ...
export function rowsOf(counts: readonly (readonly number[])[], part: Partial<HistogramRows> = {}): HistogramRows {
  const rows = counts.length;
  const bins = counts[0]?.length ?? 0;
  const steps = Float64Array.from(counts, (_, row) => row * 10);
  return {
    key: 'run/tag',
    run: 'run',
    runId: 'run',
    tag: 'tag',
    tagId: 'tag',
    points: rows,
    displayName: '',
    description: '',
    superseded: 0,
    rows,
    steps,
    exactSteps: undefined,
    lastSteps: steps,
    linearWidth: undefined,
    wallTimes: steps.map((step) => 1_700_000_000 + step),
    bins,
    edges: Float64Array.from({ length: bins + 1 }, (_, i) => i),
    counts: Float64Array.from(counts.flat()),
    below: new Float64Array(rows),
    above: new Float64Array(rows),
    total: Float64Array.from(counts, (row) => row.reduce((sum, count) => sum + count, 0)),
    min: new Float64Array(rows),
    max: new Float64Array(rows).fill(bins),
    merged: new Float64Array(rows).fill(1),
    ...part,
  };
}

export const plainRoom: PlotRoom = {
  width: 320,
  height: 220,
  pixelRatio: 1,
  language: 'en',
  theme: {
    ground: '#ffffff',
    text: '#000000',
    dim: '#555555',
    grid: '#eeeeee',
    axis: '#888888',
    accent: '#0b6e69',
    isDark: false,
  },
};

export const plainHeights = { measure: 'count', isLog: false, cuts: 'nothing' } as const;
