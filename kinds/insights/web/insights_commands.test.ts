import { expect, it } from 'vitest';
import { nextPlace } from './insights_commands';

it('goes from finding to finding and stops at the ends', () => {
  expect([nextPlace(-1, 1, 3), nextPlace(0, 1, 3), nextPlace(2, 1, 3)]).toEqual([0, 1, 2]);
  expect([nextPlace(-1, -1, 3), nextPlace(2, -1, 3), nextPlace(0, -1, 3)]).toEqual([2, 1, 0]);
});
