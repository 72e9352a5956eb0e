import { expect, it } from 'vitest';
import { ageText, newestTime, quietSeconds } from './data_age';

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

it.each([
  [0.2, '1 second', '1秒钟'],
  [59, '59 seconds', '59秒钟'],
  [150, '2 minutes 30 seconds', '2分钟30秒钟'],
  [1800, '30 minutes', '30分钟'],
  [3600, '1 hour', '1小时'],
  [28 * 3600, '1 day 4 hours', '1天4小时'],
  [3 * 86_400 + 80_000, '3 days', '3天'],
  [40 * 86_400, '1 month 9 days', '1个月9天'],
  [1097 * 86_400, '3 years', '3年'],
])('%s seconds are %s', (seconds, english, chinese) => {
  expect(ageText(seconds, 'en')).toBe(english);
  expect(ageText(seconds, 'zh')).toBe(chinese);
});
