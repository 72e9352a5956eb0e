// The lines that every renderer draws: losses that fall and are noisy, the same on each run.

import type { ChartTheme, ChartView, LineSeries, LineStyle } from '../../../web/src/charts/line_data';

export interface BenchCase {
  readonly name: string;
  readonly series: number;
  readonly points: number;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  // The part of x that is seen.
  readonly seen: readonly [number, number];
}

export interface BenchLines {
  readonly series: readonly LineSeries[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly view: ChartView;
}

export const benchTheme: ChartTheme = {
  ground: '#ffffff',
  text: '#222222',
  dim: '#777777',
  grid: '#eeeeee',
  axis: '#999999',
  accent: '#2266cc',
  isDark: false,
};

const colors = ['#e6550d', '#3182bd', '#31a354', '#756bb1', '#636363', '#d62728', '#17becf', '#bcbd22'];

// A generator of our own, so that every browser draws the same.
function makeNoise(seed: number): () => number {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 0x1000000;
  };
  return () => next() + next() + next() - 1.5;
}

export function makeLines(one: BenchCase): BenchLines {
  const noise = makeNoise(1);
  const x = Float64Array.from({ length: one.points }, (_, i) => i);
  const series = Array.from({ length: one.series }, (_, k): LineSeries => {
    const y = new Float32Array(one.points);
    let drift = 0;
    for (let i = 0; i < one.points; i += 1) {
      drift = 0.9 * drift + 0.05 * noise();
      y[i] = Math.exp((-3 * i) / one.points) * (1 + k / one.series) + drift;
    }
    return { key: `line ${k}`, label: `line ${k}`, x, y, side: 'left', isBackground: false };
  });
  const styles = new Map(
    series.map((line, k): [string, LineStyle] => [
      line.key,
      { color: colors[k % colors.length] ?? '', isVisible: true, isHighlighted: false, dash: [] },
    ]),
  );
  const last = one.points - 1;
  const axis = (min: number, max: number) => ({ kind: 'linear' as const, domain: { min, max }, symlogConstant: 1 });
  const view = {
    x: axis(one.seen[0] * last, one.seen[1] * last),
    left: axis(-0.5, 2.2),
    width: one.width,
    height: one.height,
    pixelRatio: one.pixelRatio,
  };
  return { series, styles, view };
}
