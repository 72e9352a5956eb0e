import { describe, expect, it } from 'vitest';
import { curveThrough, labelPlaces, onCurve } from './scene_curve';

function places(points: readonly number[]): readonly (readonly [number, number])[] {
  const data = curveThrough(points);
  return Array.from({ length: (data.length - 2) / 6 }, (_, piece) =>
    Array.from({ length: 21 }, (_, i) => onCurve(data, piece, i / 20)).map(({ x, y }) => [x, y] as const),
  ).flat();
}

describe('curveThrough', () => {
  const points = [0, 100, 30, 60, 30, 30, 10, 0];

  it('passes every place', () => {
    const data = curveThrough(points);
    expect([...data.slice(0, 2), ...data.slice(6, 8), ...data.slice(12, 14), ...data.slice(18, 20)]).toEqual(points);
  });

  it('leaves and arrives upright', () => {
    const data = curveThrough(points);
    expect(data[2]).toBe(data[0]);
    expect(data.at(-4)).toBe(data.at(-2));
  });

  it('never turns back, and stays between its places', () => {
    let before = Infinity;
    for (const [x, y] of places(points)) {
      expect(y).toBeLessThanOrEqual(before + 1e-9);
      before = y;
      expect(x).toBeGreaterThanOrEqual(-1e-9);
      expect(x).toBeLessThanOrEqual(30 + 1e-9);
    }
  });

  it('draws what turns back or lies level, too', () => {
    for (const odd of [
      [0, 0, 10, 10, 20, 0],
      [0, 0, 10, 0],
      [5, 5, 5, 5],
    ]) {
      const data = curveThrough(odd);
      expect(data.slice(-2)).toEqual(odd.slice(-2));
      expect(data.every(Number.isFinite)).toBe(true);
    }
  });
});

it('labelPlaces begins with the middle of the longest piece', () => {
  const places = labelPlaces(curveThrough([0, 0, 0, 10, 0, 110]));
  expect(places.length).toBe(8);
  expect(places[1]).toBeCloseTo(60);
  // The middle of the short piece comes last.
  expect(places[7]).toBeCloseTo(5);
});
