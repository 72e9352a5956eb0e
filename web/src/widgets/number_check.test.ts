import { expect, it } from 'vitest';
import { checkNumber } from './number_check';

it('takes numbers inside the limits, also as people write them', () => {
  expect(checkNumber(' 0.5 ', 0, 1)).toEqual({ value: 0.5 });
  expect(checkNumber('0,5', 0, 1)).toEqual({ value: 0.5 });
  expect(checkNumber('−3', -5, 5)).toEqual({ value: -3 });
  expect(checkNumber('1e3', 0, Number.POSITIVE_INFINITY)).toEqual({ value: 1000 });
});

it('says which numbers would do', () => {
  expect(checkNumber('2', 0, 1)).toEqual({ problem: 'between' });
  expect(checkNumber('-1', 0, Number.POSITIVE_INFINITY)).toEqual({ problem: 'atLeast' });
  expect(checkNumber('9', Number.NEGATIVE_INFINITY, 5)).toEqual({ problem: 'atMost' });
  for (const typed of ['', ' ', 'abc', '1,000.5,0', 'Infinity', 'NaN']) {
    expect(checkNumber(typed, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toEqual({ problem: 'anyNumber' });
  }
});
