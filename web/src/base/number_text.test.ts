import { expect, it } from 'vitest';
import { bytesText, durationText, shortCountText, stepText, valueText } from './number_text';

it.each([
  [0, '0'],
  [0.1 + 0.2, '0.3'],
  [-1.5, '−1.5'],
  [0.99981234, '0.999812'],
  [1234567, '1234570'],
  [12345678, '1.2346e7'],
  [0.00001, '1e−5'],
  [-2.5e-9, '−2.5e−9'],
  [Number.NaN, 'NaN'],
  [Number.POSITIVE_INFINITY, '+∞'],
  [Number.NEGATIVE_INFINITY, '−∞'],
  [undefined, ''],
])('valueText(%s) is %s', (value, text) => expect(valueText(value)).toBe(text));

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.00 kB'],
  [123_456, '123 kB'],
  [999_600, '1.00 MB'],
  [5.5e15, '5.50 PB'],
])('bytesText(%s) is %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

it.each([
  [0, '0 s'],
  [0.0123, '12.3 ms'],
  [12.34, '12.3 s'],
  [59.99, '1 m 00 s'],
  [65, '1 m 05 s'],
  [3600, '1 h 00 m'],
  [-90061, '−1 d 1 h'],
])('durationText(%s) is %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

it('keeps every digit of a step', () => expect(stepText(9_007_199_254_740_993n, 'en')).toBe('9,007,199,254,740,993'));

it('shortens counts', () => expect([9999, 12_345, 4_560_000].map(shortCountText)).toEqual(['9999', '12.3k', '4.56M']));
