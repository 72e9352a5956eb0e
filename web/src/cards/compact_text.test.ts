import { describe, expect, test } from 'vitest';
import {
  escapeWords,
  isTagKey,
  joinEntries,
  parseNumber,
  roundedText,
  splitEntries,
  unescapeWords,
} from './compact_text';

describe('entries', () => {
  test('come back as they were', () => {
    const entries = [['a', '1', '2'], ['b']];
    expect(splitEntries(joinEntries(entries))).toEqual(entries);
    expect(splitEntries('')).toEqual([]);
  });

  test('need no escapes in an address', () => {
    const text = joinEntries([['0ffe41ac', 'x1.5e-7', '2'], ['a128f3d6']]);
    expect(new URLSearchParams({ p: text }).toString()).toBe(`p=${text}`);
  });

  test('hold any words', () => {
    const words = 'a_b*c%5f %';
    expect(escapeWords(words)).not.toMatch(/[_*]/);
    expect(unescapeWords(escapeWords(words))).toBe(words);
  });
});

describe('roundedText', () => {
  test('keeps what tells a thousandth of the span apart', () => {
    expect(roundedText(1234.56789, 10)).toBe('1234.568');
    expect(Math.abs(Number(roundedText(1700000000.123456, 0.5)) - 1700000000.123456)).toBeLessThan(0.0005);
    expect(roundedText(0, 1)).toBe('0');
  });

  test('writes no plus sign, which an address would escape', () => {
    expect(roundedText(1e25, 1e25)).toBe('1e25');
    expect(Number(roundedText(-3e-12, 1e-12))).toBe(-3e-12);
  });
});

test('numbers that are none', () => {
  expect(['', 'x', 'NaN', 'Infinity', undefined].map(parseNumber)).toEqual(Array(5).fill(undefined));
  expect(parseNumber('-2.5e3')).toBe(-2500);
});

test('keys of tags', () => {
  expect(['0ffe41ac', '0ffe41ac80418d7c'].every(isTagKey)).toBe(true);
  expect(['', '0ffe41a', 'xffe41ac', '0ffe41ac8', undefined].some(isTagKey)).toBe(false);
});
