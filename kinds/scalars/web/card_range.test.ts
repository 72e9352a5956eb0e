import { describe, expect, test } from 'vitest';
import { askedRange, askedWidth, followedRange } from './card_range';

describe('askedRange', () => {
  test('asks for a quarter more to both sides', () => {
    expect(askedRange({ min: 100, max: 200 }, 'linear')).toEqual({ min: 75, max: 225 });
    expect(askedRange(undefined, 'linear')).toBeUndefined();
  });

  test('stays above zero on a logarithmic axis', () => {
    const range = askedRange({ min: 1, max: 10_000 }, 'log');
    expect(range?.min).toBeCloseTo(0.1);
    expect(range?.max).toBeCloseTo(100_000);
  });
});

test('cards of nearly the same width ask for the same, and for a pixel each', () => {
  expect(askedWidth(345, 1, false)).toBe(askedWidth(360, 1, false));
  expect(askedWidth(345, 2, false)).toBeGreaterThanOrEqual(690);
  expect(askedWidth(400, 1, true)).toBeGreaterThanOrEqual(600);
  expect(askedWidth(1e6, 3, true)).toBe(16_384);
});

describe('followedRange', () => {
  test('ends at or behind the newest point and has the size that was asked for', () => {
    const range = followedRange(1234, 100);
    expect(range).toEqual({ min: 1135, max: 1235 });
  });

  test('does not change with every point', () => {
    expect(followedRange(1231, 100)).toEqual(followedRange(1234, 100));
  });

  test('is none without data or size', () => {
    expect(followedRange(undefined, 100)).toBeUndefined();
    expect(followedRange(1, 0)).toBeUndefined();
  });
});
