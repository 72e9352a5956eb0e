import { describe, expect, it } from 'vitest';
import { CalmAxis, calmDomain, calmX, calmY, keepIfSame } from './chart_calm';

const shown = { min: 0, max: 100 };

describe('calmDomain', () => {
  it('rests while data fit in', () => {
    expect(calmDomain(shown, { min: 10, max: 99 }, 'linear', calmX)).toBe(shown);
  });
  it('grows with room to spare, only at the end that grew', () => {
    const grown = calmDomain(shown, { min: 5, max: 105 }, 'linear', calmX);
    expect(grown.min).toBe(0);
    expect(grown.max).toBeCloseTo(115, 9);
  });
  it('lets padding be eaten, but not data', () => {
    expect(calmDomain(shown, { min: -1, max: 101 }, 'linear', calmX)).toBe(shown);
    expect(calmDomain(shown, { min: -2, max: 100 }, 'linear', calmX).min).toBeLessThan(-2);
  });
  it('takes the round numbers of a linear vertical axis as they are', () => {
    expect(calmDomain(shown, { min: 0, max: 110 }, 'linear', calmY)).toEqual({ min: 0, max: 110 });
  });
  it('fits anew when most of it stands empty', () => {
    const fitted = { min: 10, max: 20 };
    expect(calmDomain(shown, fitted, 'linear', calmX)).toBe(fitted);
  });
  it('fits exactly what is far more than was shown', () => {
    const fitted = { min: 0, max: 1000 };
    expect(calmDomain(shown, fitted, 'linear', calmX)).toBe(fitted);
  });
  it('measures a log axis by its powers', () => {
    const grown = calmDomain({ min: 1, max: 1e4 }, { min: 1, max: 1e5 }, 'log', calmX);
    expect(Math.log10(grown.max)).toBeCloseTo(5.5, 9);
  });
});

describe('CalmAxis', () => {
  it('moves rarely while a run grows', () => {
    const axis = new CalmAxis(calmX);
    const keys = ['a'];
    const seen = new Set<number>();
    for (let end = 100; end <= 1000; end += 1) {
      const domain = axis.next([keys], { min: 0, max: end }, 'linear', false);
      expect(domain.max).toBeGreaterThanOrEqual(end * (1 - calmX.tolerance));
      seen.add(domain.max);
    }
    expect(seen.size).toBeLessThan(30);
  });
  it('fits exactly when the reason changes', () => {
    const axis = new CalmAxis(calmX);
    axis.next([['a']], shown, 'linear', false);
    expect(axis.next([['a', 'b']], { min: 0, max: 90 }, 'linear', false)).toEqual({ min: 0, max: 90 });
  });
  it('does not move at all while it is held', () => {
    const axis = new CalmAxis(calmX);
    axis.next([1], shown, 'linear', false);
    expect(axis.next([2], { min: 0, max: 500 }, 'linear', true)).toEqual(shown);
    expect(axis.next([2], { min: 0, max: 500 }, 'linear', false)).toEqual({ min: 0, max: 500 });
  });
});

it('keeps a list whose members are the same', () => {
  const before = ['a', 'b'];
  expect(keepIfSame(before, ['a', 'b'])).toBe(before);
  expect(keepIfSame(before, ['b', 'a'])).not.toBe(before);
  expect(keepIfSame(before, ['a'])).toEqual(['a']);
});
