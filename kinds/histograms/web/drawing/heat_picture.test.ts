import { describe, expect, it } from 'vitest';
import { binHeights } from './bin_heights';
import { cellLevels, columnEdges, heatPicture } from './heat_picture';
import { plainHeights, plainRoom, rowsOf } from './histogram_rows_support';
import type { PlotPicture } from './plot_picture';
import { rampSteps } from './row_colors';

function pictureOf(
  data = rowsOf([
    [1, 0],
    [0, 2],
    [1, 1],
  ]),
): PlotPicture {
  const [heights] = binHeights([data], plainHeights);
  if (heights === undefined) throw new Error('no heights');
  return heatPicture({ data, heights, color: '#000000', axis: 'step', origin: 0, room: plainRoom });
}

describe('columnEdges', () => {
  it('reaches halfway to the neighbours', () => {
    const { lefts, rights } = columnEdges(Float64Array.of(0, 10, 20), 0, 200, 0, 20);
    expect([...lefts]).toEqual([0, 50, 150]);
    expect([...rights]).toEqual([50, 150, 200]);
  });

  it('shows a gap in the log as one', () => {
    const times = Float64Array.of(0, 1, 2, 3, 100, 101, 102);
    const { lefts, rights } = columnEdges(times, 0, 102, 0, 102);
    expect(rights[3]).toBeCloseTo(4);
    expect(lefts[4]).toBeCloseTo(99);
  });

  it('gives one step all of the width', () => {
    const { lefts, rights } = columnEdges(Float64Array.of(5), 10, 90, 5, 5);
    expect([lefts[0], rights[0]]).toEqual([10, 100]);
  });
});

describe('heatPicture', () => {
  it('has the highest value on top, and draws all that is not empty', () => {
    const [heights] = binHeights(
      [
        rowsOf([
          [1000, 0],
          [1, 1000],
        ]),
      ],
      plainHeights,
    );
    if (heights === undefined) throw new Error('no heights');
    expect([...cellLevels(heights, 2, 2)]).toEqual([0, rampSteps - 1, rampSteps - 1, 1]);
  });

  it('finds cells by column and bin', () => {
    const picture = pictureOf();
    const { plot } = picture;
    expect(picture.placeAt(plot.left + 1, plot.top + plot.height - 1)).toEqual({ row: 0, bin: 0 });
    expect(picture.placeAt(plot.left + plot.width - 1, plot.top + 1)).toEqual({ row: 2, bin: 1 });
    expect(picture.placeAt(plot.left + plot.width / 2, plot.top + 1)).toEqual({ row: 1, bin: 1 });
    expect(picture.placeAt(plot.left - 2, plot.top)).toBeUndefined();
    expect(picture.rowAt(-100, 0)).toBe(0);
    expect(picture.rowAt(10_000, 0)).toBe(2);
  });

  it('has a legend that says what the strongest colour is', () => {
    const texts = pictureOf().shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    expect(texts).toContain('0');
    expect(texts).toContain('2');
  });
});
