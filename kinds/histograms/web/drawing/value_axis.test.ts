import { describe, expect, it } from 'vitest';
import { ValueAxis } from './value_axis';

function symlogEdges(low: number, high: number, bins: number, width: number): Float64Array {
  const ruler = (value: number): number => Math.sign(value) * Math.log1p(Math.abs(value) / width);
  const value = (at: number): number => Math.sign(at) * Math.expm1(Math.abs(at)) * width;
  return Float64Array.from({ length: bins + 1 }, (_, i) => value(ruler(low) + ((ruler(high) - ruler(low)) * i) / bins));
}

describe('ValueAxis', () => {
  it('gives every bin the same width', () => {
    const axis = new ValueAxis(symlogEdges(0, 100, 3, 0.1), 0.1, 0, 30);
    expect([...axis.pixels]).toEqual([0, 10, 20, 30]);
  });

  it('finds bins, upright axes from below', () => {
    const axis = new ValueAxis(Float64Array.of(0, 1, 2), undefined, 100, 0);
    expect(axis.binAt(99)).toBe(0);
    expect(axis.binAt(1)).toBe(1);
    expect(axis.binAt(-50)).toBe(1);
    expect(axis.binAt(150)).toBe(0);
  });

  it('has ticks where the values are', () => {
    const axis = new ValueAxis(Float64Array.of(-1, 0, 1), undefined, 0, 400);
    expect(axis.ticks('en', 'x').find(({ label }) => Number(label) === 0)?.pixel).toBeCloseTo(200);
  });

  it('has ticks at the edges that they name, also on a symlog scale', () => {
    const edges = symlogEdges(-100, 100, 40, 0.01);
    const axis = new ValueAxis(edges, 0.01, 0, 600);
    const ticks = axis.ticks('en', 'x');
    expect(ticks.length).toBeGreaterThan(4);
    const hundred = ticks.find(({ label }) => label === '100');
    expect(hundred?.pixel).toBeCloseTo(600);
    expect(ticks.find(({ label }) => label === '0')?.pixel).toBeCloseTo(300);
  });
});
