import { describe, expect, it } from 'vitest';
import { areaAt, layoutChart, placeReadout, steadyAxisWidth } from './chart_layout';

const layout = layoutChart({ width: 400, height: 250, leftAxis: 40, rightAxis: 48, pixelRatio: 1 });

describe('layoutChart', () => {
  it('leaves room for the axes', () => {
    expect(layout.plot).toEqual({ left: 40, top: 8, width: 312, height: 220 });
  });
  it.each([1, 1.25, 1.5, 2, 3])('puts the plot on device pixels at ratio %s', (pixelRatio) => {
    const { plot } = layoutChart({ width: 333, height: 201, leftAxis: 41, rightAxis: 0, pixelRatio });
    for (const edge of [plot.left, plot.top, plot.width, plot.height]) {
      expect(edge * pixelRatio).toBeCloseTo(Math.round(edge * pixelRatio), 9);
    }
  });
  it('has no negative size in a box that is too small', () => {
    const { plot } = layoutChart({ width: 10, height: 4, leftAxis: 40, rightAxis: 40, pixelRatio: 1 });
    expect(plot.width).toBe(0);
    expect(plot.height).toBe(0);
  });
});

it.each([
  [100, 100, 'plot'],
  [10, 100, 'left'],
  [380, 100, 'right'],
  [100, 240, 'x'],
  [10, 245, 'outside'],
  [-1, 100, 'outside'],
  [100, 251, 'outside'],
])('areaAt(%s, %s) is %s', (x, y, area) => expect(areaAt(layout, true, x, y)).toBe(area));

it('has no right axis where there is none', () => expect(areaAt(layout, false, 380, 100)).toBe('outside'));

it('widens an axis in steps and narrows it only for much', () => {
  let width = 0;
  const widths = [20, 41, 44, 39, 49, 30, 20].map((needed) => (width = steadyAxisWidth(width, needed)));
  expect(widths).toEqual([40, 48, 48, 48, 56, 56, 56]);
  expect(steadyAxisWidth(64, 20)).toBe(40);
});

describe('placeReadout', () => {
  const window = { width: 1000, height: 800 };
  const box = { width: 300, height: 200 };
  it('stands below the chart, under the cursor', () => {
    const chart = { left: 100, top: 100, width: 400, height: 250 };
    expect(placeReadout({ x: 300, y: 200 }, chart, box, window)).toEqual({ left: 150, top: 354 });
  });
  it('stands above where there is no room below', () => {
    const chart = { left: 100, top: 500, width: 400, height: 250 };
    expect(placeReadout({ x: 990, y: 600 }, chart, box, window)).toEqual({ left: 692, top: 296 });
  });
  it('stands beside the cursor of a chart that fills the window, on the side that has room', () => {
    const chart = { left: 0, top: 0, width: 1000, height: 800 };
    expect(placeReadout({ x: 300, y: 200 }, chart, box, window)).toEqual({ left: 316, top: 216 });
    expect(placeReadout({ x: 900, y: 790 }, chart, box, window)).toEqual({ left: 584, top: 592 });
  });
  it('shows the beginning of what is larger than the window', () => {
    const chart = { left: 0, top: 0, width: 1000, height: 800 };
    const place = placeReadout({ x: 500, y: 400 }, chart, { width: 2000, height: 1000 }, window);
    expect(place).toEqual({ left: 8, top: 8 });
  });
});
