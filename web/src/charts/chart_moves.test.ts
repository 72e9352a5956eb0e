import { describe, expect, it } from 'vitest';
import { hoverPoints, nearestPoint, type PlotScales } from './chart_hover';
import { moveAlong, moveToCurve, moveToEnd, nextPlace, revealingZoom, type MoveView } from './chart_moves';
import type { Pointing } from './chart_model.svelte';
import type { AxisView, LineSeries } from './line_data';
import { makeScale } from './scale';

function curve(key: string, x: readonly number[], y: readonly number[]): LineSeries {
  return { key, label: key, x: Float64Array.from(x), y: Float64Array.from(y), side: 'left', isBackground: false };
}

const low = curve('low', [0, 10, 20, 30, 40], [1, 1, 1, 1, 1]);
const high = curve('high', [0, 15, 30, 45], [9, 9, 9, 9]);
const xAxis: AxisView = { kind: 'linear', domain: { min: 0, max: 40 }, symlogConstant: 1 };
const left: AxisView = { kind: 'linear', domain: { min: 0, max: 10 }, symlogConstant: 1 };
const scales: PlotScales = { x: makeScale(xAxis, 0, 400), left: makeScale(left, 100, 0), right: undefined };

function chart(readable: readonly LineSeries[], pointing: Pointing | undefined): MoveView {
  const plot = { left: 40, top: 8, width: 400, height: 100 };
  const place = { x: pointing === undefined ? 0 : scales.x.toPixel(pointing.x), y: undefined };
  const points = hoverPoints(readable, scales, plot.width, place);
  const nearest = points.find((point) => point.series.key === pointing?.key) ?? nearestPoint(points);
  return {
    hover: pointing && { points, nearest, x: place.x },
    linked: undefined,
    pointing,
    readable,
    scales,
    axes: { x: xAxis, left },
    layout: { width: 460, height: 130, plot },
  };
}

const at = (x: number, key: string): Pointing => ({ x, y: undefined, key });

describe('moving', () => {
  it('begins in the middle, at the nearest curve', () => {
    expect(moveAlong(chart([low, high], undefined), 1)).toEqual(at(20, 'low'));
  });
  it.each([
    [20, 1, 30],
    [20, -1, 10],
    [20, 10, 40],
    [20, -10, 0],
  ])('from %s by %s points comes to %s', (from, by, to) => {
    expect(moveAlong(chart([low, high], at(from, 'low')), by)).toEqual(at(to, 'low'));
  });
  it('goes to the ends of its curve', () => {
    expect(moveToEnd(chart([low, high], at(15, 'high')), 'last')).toEqual(at(45, 'high'));
    expect(moveToEnd(chart([low, high], at(15, 'high')), 'first')).toEqual(at(0, 'high'));
  });
  it('changes to the curve below and stays at its place', () => {
    expect(moveToCurve(chart([low, high], at(15, 'high')), 1)).toEqual(at(15, 'low'));
  });
  it('does nothing without curves', () => {
    expect(moveAlong(chart([], undefined), 1)).toBeUndefined();
    expect(moveToEnd(chart([], undefined), 'last')).toBeUndefined();
  });
  it('finds a curve that has no point in sight', () => {
    const before = curve('before', [-900, -800], [1, 1]);
    expect(moveAlong(chart([before], undefined), 1)).toEqual(at(-800, 'before'));
  });
});

it.each([
  [10, 1, 15],
  [10, -1, 0],
  [10, 3, 30],
  [45, 1, 45],
  [12, -1, 10],
])('the place after %s by %s is %s', (from, by, to) => expect(nextPlace([low, high], from, by)).toBe(to));

describe('revealingZoom', () => {
  it('brings what is out of sight to the middle', () => {
    expect(revealingZoom(chart([low], undefined), undefined, 60)).toEqual({ x: { min: 40, max: 80 } });
  });
  it('leaves alone what is seen', () => {
    expect(revealingZoom(chart([low], undefined), undefined, 30)).toBeUndefined();
  });
});
