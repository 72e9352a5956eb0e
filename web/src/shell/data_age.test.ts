import { expect, it } from 'vitest';
import { newestTime, quietSeconds } from './data_age';

it('finds the newest data of all runs', () => {
  expect(newestTime([])).toBeUndefined();
  expect(newestTime([{ lastTime: undefined }, { lastTime: 5 }, { lastTime: 3 }])).toBe(5);
});

it('calls a job quiet after a while only', () => {
  expect(quietSeconds(undefined, 9000)).toBeUndefined();
  expect(quietSeconds(8900, 9000)).toBeUndefined();
  expect(quietSeconds(9500, 9000)).toBeUndefined();
  expect(quietSeconds(5400, 9000)).toBe(3600);
});
