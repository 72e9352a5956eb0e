// Where a picture's plot and axes stand, and the lines and letters around it.
import { labelPixels, type AxisLanguage, type AxisTextKind } from '$charts/axis_text';
import type { Rect } from '$charts/chart_layout';
import type { AxisView, ChartTheme } from '$charts/line_data';
import type { Scale } from '$charts/scale';
import { axisTicks } from '$charts/ticks';
import type { StepAxis } from '$histograms/step_axis';
import type { Shape } from './plot_shapes';
import type { PlacedTick } from './value_axis';

export interface PlotRoom {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  readonly theme: ChartTheme;
  readonly language: AxisLanguage;
}

// Smaller ones go without their second axis.
const leastWidth = 190;
const leastHeight = 84;
const labelRow = 20;
const notch = 4;

export function isRoomy({ width, height }: PlotRoom): boolean {
  return width >= leastWidth && height >= leastHeight;
}

export function framePlot(
  room: PlotRoom,
  margins: { readonly left: number; readonly right: number; readonly top: number },
): Rect {
  const snap = (value: number): number => Math.round(value * room.pixelRatio) / room.pixelRatio;
  const left = snap(margins.left);
  const top = snap(margins.top);
  const right = snap(Math.max(left + 1, room.width - margins.right));
  const bottom = snap(Math.max(top + 1, room.height - labelRow));
  return { left, top, width: right - left, height: bottom - top };
}

export function sideWidth(ticks: readonly PlacedTick[]): number {
  return ticks.reduce((widest, { label }) => Math.max(widest, labelPixels(label)), 0) + 14;
}

export function timeView(times: Float64Array, axis: StepAxis): AxisView {
  let [min, max] = [Infinity, -Infinity];
  for (const time of times) {
    if (time < min) min = time;
    if (time > max) max = time;
  }
  if (!(min <= max)) [min, max] = [0, 1];
  return { kind: axis === 'wall' ? 'time' : 'linear', domain: { min, max }, symlogConstant: 1 };
}

export function placedTicks(
  view: AxisView,
  scale: Scale,
  length: number,
  kind: AxisTextKind,
  language: AxisLanguage,
  direction: 'x' | 'y',
): readonly PlacedTick[] {
  // One moment alone has no axis; it has a name.
  const isPoint = view.domain.min === view.domain.max;
  const shown = isPoint ? { ...view, domain: { min: view.domain.min - 0.5, max: view.domain.max + 0.5 } } : view;
  return axisTicks(shown, length, kind, language, direction)
    .filter(({ value, label }) => label !== '' && (!isPoint || value === view.domain.min))
    .map(({ value, label }) => ({ pixel: scale.toPixel(value), label }));
}

// The lower axis: a line, notches and labels, those at the ends moved inwards.
export function lowerAxis(plot: Rect, ticks: readonly PlacedTick[], room: PlotRoom): readonly Shape[] {
  const { theme } = room;
  const bottom = plot.top + plot.height;
  const labels = ticks.map(({ pixel, label }): Shape => {
    const half = labelPixels(label) / 2;
    const x = Math.max(half + 1, Math.min(room.width - half - 1, pixel));
    return { kind: 'text', text: label, x, y: bottom + 12, color: theme.dim, anchor: 'middle' };
  });
  const notches = ticks.flatMap(({ pixel }) => [pixel, bottom, pixel, bottom + notch]);
  const ends = [plot.left, bottom, plot.left + plot.width, bottom, ...notches];
  return [{ kind: 'rules', ends, color: theme.axis }, ...labels];
}

export function sideAxis(
  plot: Rect,
  ticks: readonly PlacedTick[],
  side: 'left' | 'right',
  theme: ChartTheme,
): readonly Shape[] {
  const isLeft = side === 'left';
  const x = isLeft ? plot.left : plot.left + plot.width;
  const out = isLeft ? -1 : 1;
  const labels = ticks.map(({ pixel, label }): Shape => {
    const anchor = isLeft ? 'end' : 'start';
    return { kind: 'text', text: label, x: x + out * 8, y: pixel, color: theme.dim, anchor };
  });
  const notches = ticks.flatMap(({ pixel }) => [x, pixel, x + out * notch, pixel]);
  return [{ kind: 'rules', ends: notches, color: theme.axis }, ...labels];
}
