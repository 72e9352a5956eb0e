// Where the parts of a chart lie. All in CSS pixels from the chart's upper left corner; edges of the plot fall on device
// pixels, so that its picture is shown without being resampled.
import type { AxisName } from './chart_zoom';

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly plot: Rect;
}

export interface LayoutInput {
  readonly width: number;
  readonly height: number;
  readonly leftAxis: number; // width of the left axis
  readonly rightAxis: number; // 0 where there is none
  readonly pixelRatio: number;
}

export type ChartArea = AxisName | 'plot' | 'outside';

const xAxisHeight = 22;
// Half of a label's height, so that one at the top is whole.
const topMargin = 8;
// Half of a label of the x axis reaches past the plot.
const rightMargin = 14;
const smallestAxis = 40;
const axisStep = 8;

export function layoutChart(input: LayoutInput): ChartLayout {
  const snap = (value: number): number => Math.round(value * input.pixelRatio) / input.pixelRatio;
  const left = snap(input.leftAxis);
  const right = snap(Math.max(left, input.width - (input.rightAxis > 0 ? input.rightAxis : rightMargin)));
  const bottom = snap(Math.max(topMargin, input.height - xAxisHeight));
  const top = snap(topMargin);
  return {
    width: input.width,
    height: input.height,
    plot: { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) },
  };
}

// The width for an axis whose longest label needs so much. It grows in steps and does not shrink for a little, so the plot
// keeps its width while digits come and go.
export function steadyAxisWidth(before: number, needed: number): number {
  const wanted = Math.max(smallestAxis, Math.ceil(needed / axisStep) * axisStep);
  return wanted > before || wanted < before - 2 * axisStep ? wanted : before;
}

export function areaAt(layout: ChartLayout, hasRight: boolean, x: number, y: number): ChartArea {
  const { plot } = layout;
  if (x < 0 || y < 0 || x > layout.width || y > layout.height) return 'outside';
  const right = plot.left + plot.width;
  if (y > plot.top + plot.height) return x >= plot.left - 4 && x <= right + rightMargin ? 'x' : 'outside';
  if (x < plot.left) return 'left';
  if (x > right) return hasRight ? 'right' : 'outside';
  return 'plot';
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

// Where the readout goes: below the chart or above it, so that it hides nothing of what is being read; beside the cursor where
// neither has room, as for a chart that fills the window. Never outside the window. All in window pixels.
export function placeReadout(
  cursor: { readonly x: number; readonly y: number },
  chart: Rect,
  box: Size,
  window: Size,
): { readonly left: number; readonly top: number } {
  const gap = 4;
  const margin = 8;
  const below = chart.top + chart.height + gap;
  const above = chart.top - gap - box.height;
  const left = clamp(cursor.x - box.width / 2, margin, window.width - box.width - margin);
  if (below + box.height <= window.height - margin) return { left, top: below };
  if (above >= margin) return { left, top: above };
  const aside = 16;
  const isRight = cursor.x + aside + box.width + margin <= window.width;
  return {
    left: clamp(isRight ? cursor.x + aside : cursor.x - aside - box.width, margin, window.width - box.width - margin),
    top: clamp(cursor.y + aside, margin, window.height - box.height - margin),
  };
}

// Where min > max the lower bound wins: the beginning of a box that is too large stays in sight.
export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
