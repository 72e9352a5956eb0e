import { describe, expect, it } from 'vitest';
import { binHeights } from './bin_heights';
import { plainHeights, plainRoom, rowsOf } from './histogram_rows_support';
import { pairPicture, type PairMode, type PairSide } from './pair_picture';
import type { PlotPicture } from './plot_picture';

function pictureOf(mode: PairMode, second = rowsOf([[2, 2]])): PlotPicture {
  const data = [rowsOf([[1, 4]]), second] as const;
  const heights = binHeights(data, plainHeights);
  const side = (i: 0 | 1): PairSide => {
    const own = heights[i];
    if (own === undefined) throw new Error('no heights');
    return { data: data[i], heights: own, color: i === 0 ? '#ff0000' : '#0000ff' };
  };
  return pairPicture({ sides: [side(0), side(1)], mode, room: plainRoom });
}

function heightsOf(picture: PlotPicture, color: string): readonly number[] {
  const path = picture.shapes.find((shape) => shape.kind === 'path' && shape.stroke === color);
  return path?.kind === 'path' ? [...path.points].filter((_, i) => i % 2 === 1) : [];
}

describe('pairPicture', () => {
  it('draws both on one scale, bin by bin', () => {
    const picture = pictureOf('overlaid');
    const { top, height } = picture.plot;
    expect(Math.min(...heightsOf(picture, '#ff0000'))).toBeCloseTo(top);
    expect(Math.min(...heightsOf(picture, '#0000ff'))).toBeCloseTo(top + height / 2);
  });

  it('turns the second downwards as a mirror', () => {
    const picture = pictureOf('mirrored');
    const middle = picture.plot.top + picture.plot.height / 2;
    expect(Math.max(...heightsOf(picture, '#ff0000'))).toBeCloseTo(middle);
    expect(Math.min(...heightsOf(picture, '#0000ff'))).toBeCloseTo(middle);
    expect(Math.max(...heightsOf(picture, '#0000ff'))).toBeGreaterThan(middle + 10);
  });

  it('draws nothing of a run that has nothing', () => {
    const picture = pictureOf('overlaid', { ...rowsOf([[0, 0]]), rows: 0, counts: new Float64Array() });
    expect(new Set(heightsOf(picture, '#0000ff')).size).toBe(1);
  });

  it('knows the bin under the pointer', () => {
    const { plot, placeAt } = pictureOf('overlaid');
    expect(placeAt(plot.left + plot.width * 0.75, plot.top + 5)).toEqual({ row: 0, bin: 1 });
    expect(placeAt(0, 0)).toBeUndefined();
  });
});
