// Lines, styles and views made in one call, for tests of drawing.

import type { AxisView, ChartTheme, ChartView, LineSeries, LineStyle, ScaleKind } from './line_data';
import type { Picture } from './line_raster';

export const testTheme: ChartTheme = {
  ground: '#ffffff',
  text: '#222222',
  dim: '#777777',
  grid: '#eeeeee',
  axis: '#999999',
  accent: '#2266cc',
  isDark: false,
};

export function testAxis(min: number, max: number, kind: ScaleKind = 'linear', symlogConstant = 1): AxisView {
  return { kind, domain: { min, max }, symlogConstant };
}

export function testLine(
  x: readonly number[] | Float64Array,
  y: readonly number[] | Float64Array,
  more: Partial<LineSeries> = {},
): LineSeries {
  return {
    key: 'line',
    label: 'line',
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    side: 'left',
    isBackground: false,
    ...more,
  };
}

export function testStyles(
  series: readonly LineSeries[],
  more: Partial<LineStyle> = {},
): ReadonlyMap<string, LineStyle> {
  const plain: LineStyle = { color: '#ff0000', isVisible: true, isHighlighted: false, dash: [] };
  return new Map(series.map((one) => [one.key, { ...plain, ...more }]));
}

// One value is one pixel, y from below.
export function pixelView(width: number, height: number, more: Partial<ChartView> = {}): ChartView {
  return { x: testAxis(0, width), left: testAxis(0, height), width, height, pixelRatio: 1, ...more };
}

export function alphaAt(picture: Picture, x: number, y: number): number {
  return picture.pixels[(y * picture.width + x) * 4 + 3] ?? 0;
}

export function colorAt(picture: Picture, x: number, y: number): readonly number[] {
  return [...picture.pixels.subarray((y * picture.width + x) * 4, (y * picture.width + x) * 4 + 4)];
}

export function drawnPixels(picture: Picture): number {
  let count = 0;
  for (let i = 3; i < picture.pixels.length; i += 4) if ((picture.pixels[i] ?? 0) > 0) count += 1;
  return count;
}

// Numbers from 0 to 1, the same for the same seed.
export function testRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 0x1000000;
  };
}
