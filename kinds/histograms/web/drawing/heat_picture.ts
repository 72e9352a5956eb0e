// Steps from left to right, values upwards, and how dense they lie as colour.
import { valueText } from '$base/number_text';
import { labelPixels } from '$charts/axis_text';
import { makeScale } from '$charts/scale';
import { axisColumn, axisTexts } from '$histograms/step_axis';
import type { BinHeights } from './bin_heights';
import { framePlot, isRoomy, lowerAxis, placedTicks, sideAxis, sideWidth, timeView } from './plot_frame';
import type { PictureInput, PlotPicture } from './plot_picture';
import type { CellsShape, Shape } from './plot_shapes';
import { densityRamp, rampSteps } from './row_colors';
import { ValueAxis } from './value_axis';

const legendWidth = 72;
const legendHeight = 6;
const legendRow = 16;

export function heatPicture(input: PictureInput): PlotPicture {
  const { data, room, heights } = input;
  const { theme } = room;
  const roomy = isRoomy(room);
  const top = roomy ? legendRow + 4 : 6;
  const high = framePlot(room, { left: 0, right: 0, top });
  const axis = new ValueAxis(data.edges, data.linearWidth, high.top + high.height, high.top);
  const sideTicks = roomy ? axis.ticks(room.language, 'y') : [];
  const plot = framePlot(room, { left: roomy ? sideWidth(sideTicks) : 6, right: 14, top });
  const times = axisColumn(data, input.axis, input.origin);
  const view = timeView(times, input.axis);
  const columns = columnEdges(times, plot.left, plot.width, view.domain.min, view.domain.max);
  const centre = makeScale(view, plot.left, plot.left + plot.width);
  const ramp = densityRamp(theme.isDark);

  const columnAt = (x: number): number => {
    let low = 0;
    let high = data.rows - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (x < (columns.rights[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  function shapes(): readonly Shape[] {
    const isOne = view.domain.min === view.domain.max;
    const scale = isOne ? { ...centre, toPixel: () => plot.left + plot.width / 2 } : centre;
    const ticks = placedTicks(view, scale, plot.width, axisTexts[input.axis], room.language, 'x');
    const cells: CellsShape = {
      kind: 'cells',
      ...columns,
      ys: axis.pixels.slice().reverse(),
      levels: cellLevels(heights, data.rows, data.bins),
      ramp,
      area: plot,
    };
    return [
      cells,
      ...lowerAxis(plot, ticks, room),
      ...sideAxis(plot, sideTicks, 'left', theme),
      ...(roomy ? legend(heights, ramp, plot.left + plot.width, theme.dim) : []),
    ];
  }

  return {
    plot,
    shapes: shapes(),
    rowsRun: 'sideways',
    placeAt(x, y) {
      const isInside = x >= plot.left && x <= plot.left + plot.width && y >= plot.top && y <= plot.top + plot.height;
      if (!isInside || data.rows === 0 || data.bins === 0) return undefined;
      return { row: columnAt(x), bin: axis.binAt(y) };
    },
    rowAt: (x) => columnAt(x),
    pointed({ row, bin }) {
      const [left, right] = span(row);
      const [low = 0, upper = 0] = [axis.pixels[bin], axis.pixels[bin + 1]];
      const cell = { left: left - 1, top: upper - 1, width: right - left + 2, height: low - upper + 2 };
      const x = (left + right) / 2;
      const y = (low + upper) / 2;
      const cross = [x, plot.top, x, plot.top + plot.height, plot.left, y, plot.left + plot.width, y];
      return [
        { kind: 'rules', ends: cross, color: theme.axis },
        { kind: 'box', rect: cell, stroke: theme.text },
      ];
    },
    kept(row, isFaint) {
      const [left, right] = span(row);
      const ends = [left, plot.top - 4, left, plot.top + plot.height + 4];
      const edge = right - left > 3 ? [right, plot.top - 4, right, plot.top + plot.height + 4] : [];
      return [{ kind: 'rules', ends: [...ends, ...edge], color: isFaint ? theme.dim : theme.accent }];
    },
    chosen(first, last) {
      const [left] = span(Math.min(first, last));
      const [, right] = span(Math.max(first, last));
      const rect = { left, top: plot.top, width: right - left, height: plot.height };
      return [{ kind: 'box', rect, fill: theme.accent, fillAlpha: 0.2, stroke: theme.accent }];
    },
    anchor: ({ row, bin }) => ({ x: (span(row)[0] + span(row)[1]) / 2, y: axis.pixels[bin + 1] ?? plot.top }),
  };

  function span(row: number): readonly [left: number, right: number] {
    return [columns.lefts[row] ?? plot.left, columns.rights[row] ?? plot.left];
  }
}

// A column reaches halfway to its neighbours, so that where steps are far apart nothing is left white; but no farther than twice the usual
// distance, so that a gap in the log is seen as one.
export function columnEdges(
  times: Float64Array,
  left: number,
  width: number,
  min: number,
  max: number,
): { readonly lefts: Float32Array; readonly rights: Float32Array } {
  const rows = times.length;
  const lefts = new Float32Array(rows).fill(left);
  const rights = new Float32Array(rows).fill(left + width);
  if (rows < 2 || !(max > min)) return { lefts, rights };
  const gaps = Float64Array.from({ length: rows - 1 }, (_, i) => (times[i + 1] ?? 0) - (times[i] ?? 0)).sort();
  const usual = gaps[gaps.length >> 1] ?? 0;
  const reach = usual > 0 ? usual : Infinity;
  const toPixel = (time: number): number => left + ((time - min) / (max - min)) * width;
  for (let i = 0; i < rows; i += 1) {
    const time = times[i] ?? 0;
    if (i > 0) lefts[i] = Math.max(left, toPixel(time - Math.min(reach, (time - (times[i - 1] ?? 0)) / 2)));
    if (i < rows - 1) rights[i] = toPixel(time + Math.min(reach, ((times[i + 1] ?? 0) - time) / 2));
  }
  return { lefts, rights };
}

// Places in the ramp, column after column, the highest value first. What is not empty is never drawn as empty.
export function cellLevels(heights: BinHeights, rows: number, bins: number): Uint8Array {
  const levels = new Uint8Array(rows * bins);
  for (let row = 0; row < rows; row += 1) {
    for (let bin = 0; bin < bins; bin += 1) {
      const height = heights.values[row * bins + bin] ?? 0;
      if (height <= 0) continue;
      const level = Math.max(1, Math.round(Math.min(1, height) * (rampSteps - 1)));
      levels[row * bins + (bins - 1 - bin)] = level;
    }
  }
  return levels;
}

function legend(heights: BinHeights, ramp: readonly string[], right: number, color: string): readonly Shape[] {
  const most = `${heights.isCut ? '≥ ' : ''}${valueText(Number(heights.axis.domain.max.toPrecision(3)))}`;
  const end = right - labelPixels(most) - 4;
  const begin = end - legendWidth;
  const top = (legendRow - legendHeight) / 2;
  const width = legendWidth / (rampSteps - 1);
  const cells: CellsShape = {
    kind: 'cells',
    lefts: Float32Array.from({ length: rampSteps - 1 }, (_, i) => begin + i * width),
    rights: Float32Array.from({ length: rampSteps - 1 }, (_, i) => begin + (i + 1) * width),
    ys: Float32Array.of(top, top + legendHeight),
    levels: Uint8Array.from({ length: rampSteps - 1 }, (_, i) => i + 1),
    ramp,
    area: { left: begin, top, width: legendWidth, height: legendHeight },
  };
  return [
    { kind: 'text', text: '0', x: begin - 5, y: legendRow / 2, color, anchor: 'end' },
    cells,
    { kind: 'text', text: most, x: end + 5, y: legendRow / 2, color, anchor: 'start' },
  ];
}
