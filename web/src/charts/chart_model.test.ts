import { describe, expect, it } from 'vitest';
import { ChartModel, type ChartInput } from './chart_model.svelte';
import type { LineSeries, LineStyle } from './line_data';

const style: LineStyle = { color: '#808080', isVisible: true, isHighlighted: false, dash: [] };

function curve(key: string, y: readonly number[], more: Partial<LineSeries> = {}): LineSeries {
  const x = Float64Array.from(y, (_, i) => i * 10);
  return { key, label: key, x, y: Float64Array.from(y), side: 'left', isBackground: false, ...more };
}

function stylesOf(
  series: readonly LineSeries[],
  change: Readonly<Record<string, Partial<LineStyle>>> = {},
): ChartInput['styles'] {
  return new Map(series.map(({ key }) => [key, { ...style, ...change[key] }]));
}

const usual: Omit<ChartInput, 'series' | 'styles'> = {
  xKind: 'linear',
  xText: 'step',
  leftKind: 'linear',
  rightKind: 'linear',
  view: undefined,
  fullX: undefined,
  fit: { ignoreOutliers: false, includeZero: false },
  language: 'en',
  cursor: undefined,
  sort: 'distance',
};

// A chart of 400 x 250 pixels whose input can be changed.
class Bench {
  input: ChartInput;
  readonly model: ChartModel;

  constructor(series: readonly LineSeries[], change: Partial<ChartInput> = {}) {
    this.input = { ...usual, series, styles: stylesOf(series), ...change };
    this.model = new ChartModel(() => this.input);
    this.model.width = 400;
    this.model.height = 250;
  }

  change(change: Partial<ChartInput>): ChartModel {
    this.input = { ...this.input, ...change };
    return this.model;
  }
}

const ramp = Array.from({ length: 101 }, (_, i) => i);

describe('axes', () => {
  it('fit what is visible', () => {
    const series = [curve('a', [0, 1, 2]), curve('b', [0, 500, 1000])];
    const { model } = new Bench(series, { styles: stylesOf(series, { b: { isVisible: false } }) });
    expect(model.axes.left.domain.max).toBeLessThan(10);
    expect(model.shown.map(({ key }) => key)).toEqual(['a']);
  });
  it('stay the same objects when only a highlight moves', () => {
    const series = [curve('a', ramp), curve('b', ramp)];
    const bench = new Bench(series);
    const before = bench.model.axes;
    const after = bench.change({ styles: stylesOf(series, { a: { isHighlighted: true } }) }).axes;
    expect(after.x).toBe(before.x);
    expect(after.left).toBe(before.left);
  });
  it('rest while a run grows a little, and are exact when another run is shown', () => {
    const bench = new Bench([curve('a', ramp)]);
    const before = bench.model.axes.x.domain;
    const grown = [curve('a', [...ramp, 1, 1, 1])];
    expect(bench.change({ series: grown }).axes.x.domain.max).toBeGreaterThan(1100);
    const rested = bench.model.axes.x;
    expect(bench.change({ series: [curve('a', [...ramp, 1, 1, 1, 1, 1])] }).axes.x).toBe(rested);
    const other = [curve('b', ramp)];
    expect(bench.change({ series: other, styles: stylesOf(other) }).axes.x.domain).toEqual(before);
  });
  it('show what was chosen, the others fitted to the part of x that is seen', () => {
    const { model } = new Bench([curve('a', ramp)], { view: { x: { min: 0, max: 100 } } });
    expect(model.axes.x.domain).toEqual({ min: 0, max: 100 });
    expect(model.axes.left.domain.max).toBeLessThan(15);
  });
  it('are fitted exactly to the answer that a zoom brings, and grow calmly after it', () => {
    const zoom = { x: { min: 0, max: 200 } };
    const coarse = curve('a', [1, 2, 3, 4, 5]);
    const finer = curve('a', [1, 2, 30, 4, 5]);
    const bench = new Bench([coarse], { leftKind: 'log' });
    expect(bench.model.axes.left.domain.max).toBeLessThan(10);
    expect(bench.change({ view: zoom }).axes.left.domain.max).toBeLessThan(10);
    const exact = new Bench([finer], { leftKind: 'log', view: zoom }).model.axes.left.domain;
    expect(bench.change({ series: [finer] }).axes.left.domain).toEqual(exact);
    const live = curve('a', [1, 2, 60, 4, 5]);
    const fitted = new Bench([live], { leftKind: 'log', view: zoom }).model.axes.left.domain;
    expect(bench.change({ series: [live] }).axes.left.domain.max).toBeGreaterThan(fitted.max);
  });
  it('do not move below a gesture', () => {
    const bench = new Bench([curve('a', ramp)]);
    const before = bench.model.axes.left;
    bench.model.isMoving = true;
    expect(bench.change({ view: { x: { min: 0, max: 100 } } }).axes.left).toBe(before);
    bench.model.isMoving = false;
    expect(bench.model.axes.left.domain.max).toBeLessThan(15);
  });
  it('stay while all curves are switched off, so that they come back where they were', () => {
    const bench = new Bench([curve('a', ramp)]);
    // Calm growth leaves room that an exact fit would not.
    const grown = [curve('a', [...ramp, 1, 1, 1])];
    const before = bench.model.axes.x;
    const rested = bench.change({ series: grown }).axes;
    expect(rested.x).not.toBe(before);
    expect(bench.change({ styles: stylesOf(grown, { a: { isVisible: false } }) }).axes).toBe(rested);
    expect(bench.change({ styles: stylesOf(grown) }).axes).toBe(rested);
  });
  it('fit anew what comes after other data, or in another scale', () => {
    const series = [curve('a', [-100, 0, 100])];
    const hidden = stylesOf(series, { a: { isVisible: false } });
    const bench = new Bench(series);
    expect(bench.model.axes.left.domain.min).toBeLessThan(-99);
    expect(bench.change({ styles: hidden, leftKind: 'log' }).axes.left.domain.min).toBeGreaterThan(0);
    bench.change({ styles: stylesOf(series), leftKind: 'linear' });
    expect(bench.model.axes.x.domain.max).toBeLessThan(21);
    expect(bench.change({ series: [] }).axes.x.domain).toEqual({ min: 0, max: 1 });
    const exact = new Bench([curve('a', ramp)]).model.axes;
    expect(bench.change({ series: [curve('a', ramp)] }).axes).toEqual(exact);
  });
  it('reach over all data where only a part is given', () => {
    const { model } = new Bench([curve('a', ramp)], { fullX: { min: 0, max: 1e6 } });
    expect(model.axes.x.domain.min).toBeLessThanOrEqual(0);
    expect(model.axes.x.domain.max).toBeGreaterThanOrEqual(1e6);
  });
  it('bend the same however deep the zoom', () => {
    const bench = new Bench([curve('a', ramp)], { leftKind: 'symlog' });
    const { symlogConstant } = bench.model.axes.left;
    const zoomed = bench.change({ view: { left: { min: 0, max: 1e-3 } } });
    expect(zoomed.axes.left.symlogConstant).toBe(symlogConstant);
  });
  it('have a right one only for curves that are shown there', () => {
    const series = [curve('a', ramp), curve('b', ramp, { side: 'right' })];
    const bench = new Bench(series);
    const { width } = bench.model.layout.plot;
    expect(bench.model.axes.right).toBeDefined();
    bench.change({ styles: stylesOf(series, { b: { isVisible: false } }) });
    expect(bench.model.axes.right).toBeUndefined();
    expect(bench.model.layout.plot.width).toBeGreaterThan(width);
  });
});

describe('hover', () => {
  const series = [curve('low', [1, 1, 1]), curve('high', [9, 9, 9]), curve('faint', [5, 5, 5], { isBackground: true })];
  it('snaps to the nearest point and leaves background curves out', () => {
    const { model } = new Bench(series);
    model.pointing = { x: 10.4, y: model.layout.plot.height, key: undefined };
    expect(model.hover?.points.map((point) => point.series.key)).toEqual(['low', 'high']);
    expect(model.hover?.nearest?.series.key).toBe('low');
    expect(model.hover?.x).toBeCloseTo(model.scales.x.toPixel(10), 9);
  });
  it('follows the curve that the keys are on, and measures from it', () => {
    const { model } = new Bench(series);
    model.pointing = { x: 10, y: undefined, key: 'high' };
    expect(model.hover?.points.map((point) => point.series.key)).toEqual(['high', 'low']);
    expect(model.hover?.nearest?.series.key).toBe('high');
  });
  it('shows the cursor of another chart until somebody points at this one', () => {
    const { model } = new Bench(series, { cursor: { x: 10 } });
    expect(model.linked?.points).toHaveLength(2);
    model.pointing = { x: 0, y: 0, key: undefined };
    expect(model.linked).toBeUndefined();
  });
  it('has no cursor for a place that is not seen', () => {
    expect(new Bench(series, { cursor: { x: 1e9 } }).model.linked).toBeUndefined();
  });
  it('finds the place of a pixel', () => {
    const { model } = new Bench(series);
    expect(model.placeAt(model.scales.x.toPixel(10) + 3, undefined)).toBe(10);
    expect(model.placeAt(model.scales.x.toPixel(5), undefined)).toBeCloseTo(5, 9);
  });
});

describe('an empty view', () => {
  it.each([
    ['fitted', undefined, false],
    ['before all points', { x: { min: -50, max: -10 } }, true],
    ['above all points', { left: { min: 200, max: 300 } }, true],
  ])('%s: %o is %s', (_, view, isEmpty) => {
    expect(new Bench([curve('a', ramp)], { view }).model.isEmptyView).toBe(isEmpty);
  });
  it('is not told of a chart without curves', () => expect(new Bench([]).model.isEmptyView).toBe(false));
  it('is not told of a chart without pixels', () => {
    const { model } = new Bench([curve('a', ramp)], { view: { x: { min: -50, max: -10 } } });
    model.width = 0;
    expect(model.isEmptyView).toBe(false);
  });
});
