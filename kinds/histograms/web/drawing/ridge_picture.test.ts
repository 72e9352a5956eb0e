import { describe, expect, it } from 'vitest';
import type { HistogramRows } from '$histograms/histogram_answer';
import { binHeights, type BinHeights } from './bin_heights';
import { plainHeights, plainRoom, rowsOf } from './histogram_rows_support';
import type { PlotPicture } from './plot_picture';
import type { PathShape, Shape } from './plot_shapes';
import { ridgePicture, type RidgeMode } from './ridge_picture';

function heightsOf(data: HistogramRows, cutsPeaks = false): BinHeights {
  const [heights] = binHeights([data], { ...plainHeights, cuts: cutsPeaks ? 'rows' : 'nothing' });
  if (heights === undefined) throw new Error('no heights');
  return heights;
}

function pictureOf(data: HistogramRows, mode: RidgeMode = 'offset', cutsPeaks = false): PlotPicture {
  const heights = heightsOf(data, cutsPeaks);
  const input = { data, heights, color: '#0b6e69', axis: 'step', origin: 0, room: plainRoom } as const;
  return ridgePicture(input, mode);
}

function paths(shapes: readonly Shape[]): readonly PathShape[] {
  return shapes.filter((shape) => shape.kind === 'path');
}

const five = rowsOf([
  [0, 4, 0, 0],
  [0, 4, 0, 0],
  [0, 4, 0, 0],
  [0, 0, 4, 0],
  [0, 0, 4, 0],
]);

describe('ridgePicture', () => {
  it('draws the newest last and lowest, slices 2.5 in the height of the plot', () => {
    const { shapes, plot } = pictureOf(five);
    const ridges = paths(shapes);
    expect(ridges).toHaveLength(5);
    const baselines = ridges.map(({ points }) => points[1]);
    expect(baselines[0]).toBeCloseTo(plot.top + plot.height / 2.5);
    expect(baselines[4]).toBeCloseTo(plot.top + plot.height);
    const peak = Math.min(...[...(ridges[4]?.points ?? [])].filter((_, i) => i % 2 === 1));
    expect((baselines[4] ?? 0) - peak).toBeCloseTo(plot.height / 2.5, 3);
  });

  it('stands as far apart as the steps are', () => {
    const data = rowsOf([[1], [1], [1]], { steps: Float64Array.of(0, 10, 100) });
    const [a = 0, b = 0, c = 0] = paths(pictureOf(data).shapes).map(({ points }) => points[1]);
    expect((b - a) / (c - a)).toBeCloseTo(0.1);
  });

  it('says steps, or seconds as seconds', () => {
    const data = rowsOf([[1], [1]], { wallTimes: Float64Array.of(1_700_000_000, 1_700_000_120) });
    const labels = (axis: 'step' | 'relative'): readonly string[] =>
      ridgePicture(
        {
          data,
          heights: heightsOf(data),
          color: '#0b6e69',
          axis,
          origin: 1_700_000_000,
          room: plainRoom,
        },
        'offset',
      ).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    expect(labels('step')).toContain('10');
    expect(labels('relative')).toContain('2m');
  });

  it('goes from bright to dark', () => {
    const fills = paths(pictureOf(five).shapes).map(({ fill = '' }) => Number.parseInt(fill.slice(3, 5), 16));
    expect(fills).toEqual([...fills].sort((a, b) => b - a));
    expect(fills[0]).toBeGreaterThan((fills[4] ?? 255) + 40);
  });

  it('knows the ridge that is seen under the pointer, and the nearest where there is none', () => {
    const picture = pictureOf(five);
    const { plot } = picture;
    const second = plot.left + plot.width * 0.375;
    const third = plot.left + plot.width * 0.625;
    const bottom = plot.top + plot.height;
    expect(picture.placeAt(third, bottom - 3)).toEqual({ row: 4, bin: 2 });
    expect(picture.placeAt(second, plot.top + 1)).toEqual({ row: 0, bin: 1 });
    // Nothing of the newest lies there: its own line is the nearest.
    expect(picture.placeAt(plot.left + 2, bottom - 1)).toEqual({ row: 4, bin: 0 });
    expect(picture.placeAt(plot.left - 5, bottom)).toBeUndefined();
  });

  it('puts all on one ground line as an overlay, with counts at the side', () => {
    const { shapes, plot, placeAt } = pictureOf(five, 'overlay');
    const baselines = paths(shapes).map(({ points }) => points[1]);
    expect(new Set(baselines)).toEqual(new Set([plot.top + plot.height]));
    expect(shapes.some((shape) => shape.kind === 'text' && shape.text === '4')).toBe(true);
    expect(placeAt(plot.left + plot.width * 0.625, plot.top + 4)?.row).toBeGreaterThanOrEqual(3);
  });

  it('leaves out what lies flat on the ground at either end', () => {
    const [ridge] = paths(pictureOf(rowsOf([[0, 0, 0, 5, 0, 0, 5, 0]])).shapes);
    const { left, width } = pictureOf(rowsOf([[1]])).plot;
    const xs = [...(ridge?.points ?? [])].filter((_, i) => i % 2 === 0);
    expect(xs[0]).toBeCloseTo(left + (width * 2.5) / 8, 0);
    expect(xs.at(-1)).toBeCloseTo(left + (width * 7.5) / 8, -1);
    expect(xs).toHaveLength(6);
  });

  it('marks peaks that are cut off', () => {
    const data = rowsOf([[900, 0], ...Array.from({ length: 8 }, () => [10, 10])]);
    expect(paths(pictureOf(data, 'offset', false).shapes)).toHaveLength(9);
    const cut = pictureOf(data, 'offset', true);
    expect(paths(cut.shapes)).toHaveLength(10);
    const top = Math.min(...paths(cut.shapes).flatMap(({ points }) => [...points].filter((_, i) => i % 2 === 1)));
    expect(top).toBeGreaterThanOrEqual(0);
  });

  it('draws one step, no step and no bins without failing', () => {
    expect(paths(pictureOf(rowsOf([[1, 2]])).shapes)).toHaveLength(1);
    expect(pictureOf(rowsOf([])).placeAt(100, 100)).toBeUndefined();
  });
});
