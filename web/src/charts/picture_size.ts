import type { ChartView } from './line_data';

const largestSide = 16_384;

// How many device pixels a plot has; 0 by 0 if either side has none.
export function pictureSize(view: ChartView): { readonly width: number; readonly height: number } {
  const side = (css: number): number => Math.min(largestSide, Math.max(0, Math.round(css * view.pixelRatio) || 0));
  const [width, height] = [side(view.width), side(view.height)];
  return width > 0 && height > 0 ? { width, height } : { width: 0, height: 0 };
}
