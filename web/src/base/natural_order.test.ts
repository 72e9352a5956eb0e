import { expect, it } from 'vitest';
import { compareNatural } from './natural_order';

it('orders names as people do', () => {
  const names = ['run10', 'run2', 'Run1', 'a-b/c', 'a/z', 'a', 'x007', 'x7', 'x08', '层10', '层9', ''];
  expect([...names].sort(compareNatural)).toEqual([
    '',
    'a',
    'a/z',
    'a-b/c',
    'Run1',
    'run2',
    'run10',
    'x007',
    'x7',
    'x08',
    '层9',
    '层10',
  ]);
});

it('compares numbers longer than a number can hold', () => {
  expect(compareNatural('s9007199254740993', 's9007199254740992')).toBeGreaterThan(0);
  expect(compareNatural('same', 'same')).toBe(0);
});
