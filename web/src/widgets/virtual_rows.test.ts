import { describe, expect, it } from 'vitest';
import { rowForKey, scrollToRow, visibleRows } from './virtual_rows';

describe('visibleRows', () => {
  it.each([
    ['the top', 0, { begin: 0, end: 6 }],
    ['part of a row', 25, { begin: 0, end: 8 }],
    ['the middle', 1000, { begin: 48, end: 56 }],
    ['the end', 1900, { begin: 93, end: 100 }],
    ['beyond the end, after rows went', 9000, { begin: 100, end: 100 }],
    ['above the top, as a bouncing list does', -50, { begin: 0, end: 6 }],
  ])('%s', (_name, scrollTop, range) => expect(visibleRows(scrollTop, 80, 20, 100, 2)).toEqual(range));
  it('has no rows of nothing', () => expect(visibleRows(0, 80, 20, 0, 2)).toEqual({ begin: 0, end: 0 }));
});

it('scrolls no further than it must', () => {
  expect(scrollToRow(2, 0, 80, 20)).toBe(0);
  expect(scrollToRow(4, 0, 80, 20)).toBe(20);
  expect(scrollToRow(1, 100, 80, 20)).toBe(20);
});

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 9, 9],
  ['ArrowUp', -1, 9],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 7],
  ['PageUp', 3, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['x', 5, undefined],
])('%s from %i leads to %s', (key, active, next) => expect(rowForKey(key, active, 10, 4)).toBe(next));

it('leads nowhere in an empty list', () => expect(rowForKey('End', -1, 0, 4)).toBeUndefined());
