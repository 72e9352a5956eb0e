import { describe, expect, it } from 'vitest';
import { boundText, readBound, readLimits } from './chart_limits';

const shown = { min: 0, max: 10 };

it.each([
  ['12', 'number', 12],
  [' -0.5 ', 'number', -0.5],
  ['−2.5e−3', 'number', -0.0025],
  ['1,234,567', 'step', 1234567],
  ['20k', 'step', 20000],
  ['1.5M', 'step', 1.5e6],
  ['.5', 'number', 0.5],
  ['', 'number', undefined],
  ['1e999', 'number', undefined],
  ['12abc', 'number', undefined],
  ['0x10', 'number', undefined],
  ['NaN', 'number', undefined],
  ['90', 'duration', 90],
  ['1h 30m', 'duration', 5400],
  ['-250ms', 'duration', -0.25],
  ['1 hour', 'duration', undefined],
  ['1700000000.5', 'time', 1700000000.5],
  ['2026-01-31T12:00:00Z', 'time', 1769860800],
  ['yesterday', 'time', undefined],
] as const)('readBound(%s, %s) is %s', (text, kind, value) => expect(readBound(text, kind)).toBe(value));

describe('readLimits', () => {
  it.each([
    ['1', '2', 'linear', { domain: { min: 1, max: 2 } }],
    ['', '5', 'linear', { domain: { min: 0, max: 5 } }],
    ['x', '5', 'linear', { problem: 'min-number' }],
    ['1', 'five', 'linear', { problem: 'max-number' }],
    ['5', '5', 'linear', { problem: 'order' }],
    ['0', '5', 'log', { problem: 'positive' }],
    ['-1', '5', 'symlog', { domain: { min: -1, max: 5 } }],
    ['1e15', '1000000000000000.5', 'linear', { problem: 'close' }],
  ] as const)('%s to %s on a %s axis is %o', (min, max, kind, answer) => {
    expect(readLimits(min, max, shown, kind, 'number')).toEqual(answer);
  });
});

describe('boundText', () => {
  it.each([
    [0.1 + 0.2, { min: 0, max: 1 }, '0.3'],
    [1234.5678, { min: 1234.5, max: 1234.6 }, '1234.5678'],
    [0, { min: 0, max: 1 }, '0'],
    [2.5e-9, { min: 0, max: 1e-8 }, '2.5e-9'],
  ])('of %s within %o is %s', (value, domain, text) => expect(boundText(value, domain, 'number')).toBe(text));
  it('of a time is read back to the second', () => {
    const seconds = 1769860800;
    expect(readBound(boundText(seconds, { min: seconds, max: seconds + 60 }, 'time'), 'time')).toBe(seconds);
  });
});
