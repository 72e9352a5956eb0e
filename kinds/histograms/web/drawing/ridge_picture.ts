// Histograms one behind the other, the newest in front, or all on one ground line.
import { makeScale } from '$charts/scale';
import { axisColumn, axisTexts } from '$histograms/step_axis';
import type { PlotPlace } from './histogram_rows';
import { framePlot, isRoomy, lowerAxis, placedTicks, sideAxis, sideWidth, timeView } from './plot_frame';
import type { PictureInput, PlotPicture } from './plot_picture';
import { pathShape, type PathShape, type Shape } from './plot_shapes';
import { rowColors } from './row_colors';
import { ValueAxis, type PlacedTick } from './value_axis';

export type RidgeMode = 'offset' | 'overlay';

// As high as TensorBoard draws a slice: the plot's height divided by this.
const slicesHigh = 2.5;
const cutMark = 3;
// Pixels; lower bins are drawn as none.
const leastHeight = 0.2;

interface Ridges {
  readonly axis: ValueAxis;
  readonly heights: Float32Array;
  // Of every row, the pixel where its bins stand.
  readonly baselines: Float64Array;
  // Pixels of a bin that reaches the top.
  readonly sliceHeight: number;
}

export function ridgePicture(input: PictureInput, mode: RidgeMode): PlotPicture {
  const { data, room, heights } = input;
  const { theme } = room;
  const roomy = isRoomy(room);
  const isOffset = mode === 'offset';
  const top = 8;
  // The side's width depends on its labels, and they only on the height.
  const high = framePlot(room, { left: 0, right: 0, top });
  const sliceHeight = isOffset ? high.height / slicesHigh : high.height;
  const times = axisColumn(data, input.axis, input.origin);
  const view = timeView(times, input.axis);
  const firstLine = high.top + sliceHeight;
  const lastLine = high.top + high.height;
  const timeScale = makeScale(view, firstLine, lastLine);
  const isOneMoment = view.domain.min === view.domain.max;
  const lineOf = (time: number): number => (isOffset && !isOneMoment ? timeScale.toPixel(time) : lastLine);
  const sideTicks = roomy ? (isOffset ? offsetTicks() : heightTicks()) : [];
  const plot = framePlot(room, { left: 10, right: roomy ? sideWidth(sideTicks) : 10, top });
  const axis = new ValueAxis(data.edges, data.linearWidth, plot.left, plot.left + plot.width);
  const ridges: Ridges = { axis, heights: heights.values, baselines: times.map(lineOf), sliceHeight };
  const colors = rowColors(input.color, data.rows, theme.isDark);

  function offsetTicks(): readonly PlacedTick[] {
    const length = lastLine - firstLine;
    return placedTicks(view, { ...timeScale, toPixel: lineOf }, length, axisTexts[input.axis], room.language, 'y');
  }

  function heightTicks(): readonly PlacedTick[] {
    const scale = makeScale(heights.axis, lastLine, high.top);
    return placedTicks(heights.axis, scale, high.height, 'number', room.language, 'y');
  }

  function shapes(): readonly Shape[] {
    const ticks = axis.ticks(room.language, 'x');
    const grid = ticks.flatMap(({ pixel }) => [pixel, plot.top, pixel, plot.top + plot.height]);
    const lines: Shape[] = [];
    for (let row = 0; row < data.rows; row += 1) {
      const color = colors[row] ?? theme.text;
      lines.push(
        isOffset
          ? ridgePath(ridges, row, { fill: color, stroke: theme.ground, width: 1, strokeAlpha: 0.6 })
          : ridgePath(ridges, row, { stroke: color, width: row === data.rows - 1 ? 1.75 : 1 }),
      );
      const mark = heights.isCut ? cutPath(ridges, row, color) : undefined;
      if (mark !== undefined) lines.push(mark);
    }
    return [
      { kind: 'rules', ends: grid, color: theme.grid },
      ...lines,
      ...lowerAxis(plot, ticks, room),
      ...sideAxis(plot, sideTicks, 'right', theme),
    ];
  }

  function rowAt(x: number, y: number): number {
    return isOffset ? nearestLine(ridges.baselines, y) : nearestCurve(ridges, x, y);
  }

  return {
    plot,
    shapes: shapes(),
    rowsRun: 'upright',
    placeAt(x, y) {
      const isInside =
        x >= plot.left && x <= plot.left + plot.width && y >= plot.top - 2 && y <= plot.top + plot.height + 2;
      if (!isInside || data.rows === 0 || data.bins === 0) return undefined;
      const row = isOffset ? (frontRow(ridges, x, y) ?? nearestCurve(ridges, x, y)) : nearestCurve(ridges, x, y);
      return { row, bin: axis.binAt(x) };
    },
    rowAt,
    pointed: (place) => pointedShapes(place),
    kept: (row, isFaint) => [
      ridgePath(ridges, row, {
        stroke: isFaint ? theme.dim : theme.accent,
        width: isFaint ? 1 : 2,
        ...(isFaint && { dash: [4, 3] }),
      }),
      ...(isOffset ? [lineRule(row, isFaint)] : []),
    ],
    chosen(first, last) {
      if (!isOffset) return [first, last].map((row) => ridgePath(ridges, row, { stroke: theme.accent, width: 1.5 }));
      const [from = 0, to = 0] = [ridges.baselines[first], ridges.baselines[last]];
      const rect = { left: plot.left, top: Math.min(from, to), width: plot.width, height: Math.abs(to - from) + 1 };
      return [{ kind: 'box', rect, fill: theme.accent, fillAlpha: 0.18 }];
    },
    anchor: ({ row, bin }) => ({ x: middle(axis, bin), y: ridges.baselines[row] ?? lastLine }),
  };

  function lineRule(row: number, isFaint: boolean): Shape {
    const y = ridges.baselines[row] ?? lastLine;
    return {
      kind: 'rules',
      ends: [plot.left, y, plot.left + plot.width + 4, y],
      color: isFaint ? theme.axis : theme.accent,
    };
  }

  function pointedShapes({ row, bin }: PlotPlace): readonly Shape[] {
    const base = ridges.baselines[row] ?? lastLine;
    const height = Math.min(1, heights.values[row * data.bins + bin] ?? 0) * sliceHeight;
    const [left = 0, right = 0] = [axis.pixels[bin], axis.pixels[bin + 1]];
    const color = colors[row] ?? theme.text;
    const own = { stroke: theme.text, width: 1.5, ...(isOffset && { fill: color, fillAlpha: 0.85 }) };
    return [
      ridgePath(ridges, row, own),
      {
        kind: 'box',
        rect: { left, top: base - height, width: right - left, height: Math.max(1, height) },
        fill: theme.text,
        fillAlpha: 0.35,
      },
    ];
  }
}

function middle(axis: ValueAxis, bin: number): number {
  return ((axis.pixels[bin] ?? 0) + (axis.pixels[bin + 1] ?? 0)) / 2;
}

// From the ground through the middle of every bin back to the ground, without what lies flat on it at either end. Of empty bins beside each
// other only the outer two.
function ridgePath({ axis, heights, baselines, sliceHeight }: Ridges, row: number, look: Look): PathShape {
  const base = baselines[row] ?? 0;
  const begin = row * axis.bins;
  const isFlat = (bin: number): boolean => (heights[begin + bin] ?? 0) * sliceHeight < leastHeight;
  let [first, last] = [0, axis.bins - 1];
  while (first < last && isFlat(first)) first += 1;
  while (last > first && isFlat(last)) last -= 1;
  const points = [first === 0 ? (axis.pixels[0] ?? 0) : middle(axis, first - 1), base];
  for (let bin = first; bin <= last; bin += 1) {
    if (isFlat(bin) && bin > first && bin < last && isFlat(bin - 1) && isFlat(bin + 1)) continue;
    points.push(middle(axis, bin), base - Math.min(1, heights[begin + bin] ?? 0) * sliceHeight);
  }
  points.push(last === axis.bins - 1 ? (axis.pixels[axis.bins] ?? 0) : middle(axis, last + 1), base);
  return pathShape(points, look);
}

type Look = Omit<PathShape, 'kind' | 'points'>;

// A small arrow over a peak that goes on.
function cutPath({ axis, heights, baselines, sliceHeight }: Ridges, row: number, color: string): Shape | undefined {
  let highest = 1;
  let at = -1;
  for (let bin = 0; bin < axis.bins; bin += 1) {
    const height = heights[row * axis.bins + bin] ?? 0;
    if (height <= highest) continue;
    highest = height;
    at = bin;
  }
  if (at < 0) return undefined;
  const x = middle(axis, at);
  const y = (baselines[row] ?? 0) - sliceHeight - 2;
  return pathShape([x - cutMark, y, x, y - cutMark * 1.4, x + cutMark, y], { fill: color });
}

// How high a row's line stands at a pixel.
function curveAt({ axis, heights, baselines, sliceHeight }: Ridges, row: number, x: number): number {
  const last = axis.bins - 1;
  const place = ((x - axis.begin) / (axis.end - axis.begin)) * axis.bins - 0.5;
  const bin = Math.min(last, Math.max(0, Math.floor(place)));
  const at = (one: number): number => Math.min(1, heights[row * axis.bins + Math.min(last, one)] ?? 0);
  const part = Math.min(1, Math.max(0, place - bin));
  return (baselines[row] ?? 0) - (at(bin) * (1 - part) + at(bin + 1) * part) * sliceHeight;
}

// The one that is seen there: the foremost whose area holds the point.
function frontRow(ridges: Ridges, x: number, y: number): number | undefined {
  for (let row = ridges.baselines.length - 1; row >= 0; row -= 1) {
    const base = ridges.baselines[row] ?? 0;
    const curve = curveAt(ridges, row, x);
    // A line on its ground has no area to point at.
    if (base - curve >= 1 && y >= curve && y <= base) return row;
  }
  return undefined;
}

function nearestCurve(ridges: Ridges, x: number, y: number): number {
  let best = 0;
  let least = Infinity;
  for (let row = ridges.baselines.length - 1; row >= 0; row -= 1) {
    const apart = Math.abs(curveAt(ridges, row, x) - y);
    if (apart >= least) continue;
    best = row;
    least = apart;
  }
  return best;
}

function nearestLine(baselines: Float64Array, y: number): number {
  let best = 0;
  baselines.forEach((line, row) => {
    if (Math.abs(line - y) < Math.abs((baselines[best] ?? Infinity) - y)) best = row;
  });
  return best;
}
