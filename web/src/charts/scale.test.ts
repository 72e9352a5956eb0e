import { describe, expect, it } from 'vitest';
import type { ScaleKind } from './line_data';
import { testAxis } from './line_test_support';
import { drawableDomain, makeScale } from './scale';

describe('makeScale', () => {
  it.each<[ScaleKind, number, number, number, number]>([
    ['linear', 0, 10, 2.5, 75],
    ['linear', -1e12, 1e12, 0, 150],
    ['time', 1.7e9, 1.7e9 + 4, 1.7e9 + 1, 75],
    ['log', 1, 1000, 10, 100],
    ['log', 1e-12, 1e12, 1, 150],
    ['symlog', -100, 100, 0, 150],
  ])('%s from %d to %d puts %d at pixel %d of 300, and finds it again', (kind, min, max, value, pixel) => {
    const scale = makeScale(testAxis(min, max, kind), 0, 300);
    expect(scale.toPixel(value)).toBeCloseTo(pixel, 6);
    expect(scale.toValue(pixel)).toBeCloseTo(value, 6);
  });

  it('turns around for y axes', () => {
    const scale = makeScale(testAxis(0, 4), 200, 0);
    expect([scale.toPixel(0), scale.toPixel(1), scale.toPixel(4)]).toEqual([200, 150, 0]);
  });

  it('has no place for zero and less on a log axis', () => {
    const scale = makeScale(testAxis(0.1, 10, 'log'), 0, 100);
    expect(scale.toPixel(0)).toBeNaN();
    expect(scale.toPixel(-1)).toBeNaN();
  });

  it('follows sign(v) log1p(|v|/c) on symlog', () => {
    const scale = makeScale(testAxis(0, 99, 'symlog', 1), 0, Math.log(100));
    expect(scale.toPixel(9)).toBeCloseTo(Math.log(10), 10);
    expect(scale.toPixel(-9)).toBeCloseTo(-Math.log(10), 10);
  });
});

describe('drawableDomain', () => {
  it.each<[string, ScaleKind, number, number]>([
    ['no number', 'linear', Number.NaN, 1],
    ['turned around', 'linear', 5, 1],
    ['a single value', 'linear', 7, 7],
    ['a single zero', 'linear', 0, 0],
    ['infinite', 'linear', -Infinity, Infinity],
    ['as large as doubles get', 'linear', -Number.MAX_VALUE, Number.MAX_VALUE],
    ['zero on a log axis', 'log', 0, 100],
    ['below zero on a log axis', 'log', -5, -1],
    ['no number on a log axis', 'log', Number.NaN, Number.NaN],
  ])('can be drawn: %s', (_, kind, min, max) => {
    const domain = drawableDomain(testAxis(min, max, kind));
    expect(domain.min).toBeLessThan(domain.max);
    expect(Number.isFinite(domain.max - domain.min)).toBe(true);
    if (kind === 'log') expect(domain.min).toBeGreaterThan(0);
  });
});
