// Two histograms on the same edges in one plot: one over the other, or one upwards and the other downwards.
import type { AxisLanguage } from '$charts/axis_text';
import { makeScale } from '$charts/scale';
import type { BinHeights } from './bin_heights';
import type { HistogramRows } from '$histograms/histogram_answer';
import { framePlot, isRoomy, lowerAxis, placedTicks, sideAxis, sideWidth, type PlotRoom } from './plot_frame';
import type { PlotPicture } from './plot_picture';
import { pathShape, type PathShape, type Shape } from './plot_shapes';
import { ValueAxis, type PlacedTick } from './value_axis';

export interface PairSide {
  // One row at most.
  readonly data: HistogramRows;
  readonly heights: BinHeights;
  readonly color: string;
}

export type PairMode = 'overlaid' | 'mirrored';

export interface PairInput {
  readonly sides: readonly [PairSide, PairSide];
  readonly mode: PairMode;
  readonly room: PlotRoom;
}

export function pairPicture({ sides, mode, room }: PairInput): PlotPicture {
  const { theme } = room;
  const roomy = isRoomy(room);
  const top = 8;
  const high = framePlot(room, { left: 0, right: 0, top });
  const bottom = high.top + high.height;
  const isMirrored = mode === 'mirrored';
  const base = isMirrored ? high.top + high.height / 2 : bottom;
  const reach = base - high.top;
  const ticks = roomy ? measureTicks(sides[0].heights, base, high.top, isMirrored, room.language) : [];
  const plot = framePlot(room, { left: 10, right: roomy ? sideWidth(ticks) : 10, top });
  const axis = new ValueAxis(sides[0].data.edges, sides[0].data.linearWidth, plot.left, plot.left + plot.width);

  // 1 upwards, -1 downwards.
  const direction = (side: number): number => (isMirrored && side === 1 ? -1 : 1);
  const heightAt = (side: PairSide, bin: number): number => {
    return Math.min(1, side.heights.values[bin] ?? 0) * reach;
  };

  function shapes(): readonly Shape[] {
    const below = axis.ticks(room.language, 'x');
    const grid = below.flatMap(({ pixel }) => [pixel, plot.top, pixel, bottom]);
    const middle = isMirrored ? [plot.left, base, plot.left + plot.width, base] : [];
    const stairs = sides.map((side, i) => stairPath(side, direction(i)));
    return [
      { kind: 'rules', ends: grid, color: theme.grid },
      ...lowerAxis(plot, below, room),
      ...sideAxis(plot, ticks, 'right', theme),
      ...stairs,
      { kind: 'rules', ends: middle, color: theme.axis },
    ];
  }

  // Every bin as wide as it is: two histograms are compared bin by bin.
  function stairPath(side: PairSide, up: number): PathShape {
    const points = [plot.left, base];
    for (let bin = 0; bin < axis.bins; bin += 1) {
      const y = base - up * heightAt(side, bin);
      points.push(axis.pixels[bin] ?? 0, y, axis.pixels[bin + 1] ?? 0, y);
    }
    points.push(plot.left + plot.width, base);
    return pathShape(points, { fill: side.color, fillAlpha: 0.28, stroke: side.color, width: 1.5 });
  }

  return {
    plot,
    shapes: shapes(),
    rowsRun: 'upright',
    placeAt(x, y) {
      const isInside = x >= plot.left && x <= plot.left + plot.width && y >= plot.top && y <= bottom;
      return isInside && axis.bins > 0 ? { row: 0, bin: axis.binAt(x) } : undefined;
    },
    rowAt: () => 0,
    pointed({ bin }) {
      const [left = 0, right = 0] = [axis.pixels[bin], axis.pixels[bin + 1]];
      const rect = { left, top: plot.top, width: right - left, height: plot.height };
      const tops = sides.flatMap((side, i) => {
        const y = base - direction(i) * heightAt(side, bin);
        return [pathShape([left, y, right, y], { stroke: side.color, width: 3 })];
      });
      return [{ kind: 'box', rect, fill: theme.text, fillAlpha: 0.1 }, ...tops];
    },
    kept: () => [],
    chosen: () => [],
    anchor: ({ bin }) => ({ x: ((axis.pixels[bin] ?? 0) + (axis.pixels[bin + 1] ?? 0)) / 2, y: plot.top }),
  };
}

function measureTicks(
  heights: BinHeights,
  base: number,
  top: number,
  isMirrored: boolean,
  language: AxisLanguage,
): readonly PlacedTick[] {
  const up = placedTicks(heights.axis, makeScale(heights.axis, base, top), base - top, 'number', language, 'y');
  if (!isMirrored) return up;
  return [
    ...up,
    ...up.filter(({ pixel }) => pixel < base - 1).map((tick) => ({ ...tick, pixel: 2 * base - tick.pixel })),
  ];
}
