import { expect, it } from 'vitest';
import type { Run } from '$api/core';
import { columnCell, columnFormat } from './column_text';

const start = { kind: 'fact', fact: 'start' } as const;
const run: Run = {
  id: '1',
  name: 'a',
  points: 1,
  kinds: new Map(),
  lastStep: 5n,
  startTime: 0,
  lastTime: 0,
};

it('tells the year of a time where it is not this one', () => {
  const now = new Date(2026, 5, 1).getTime();
  const format = columnFormat(start, 'en', now);
  expect(format(new Date(2026, 0, 15, 8, 30).getTime() / 1000)).toBe('Jan 15, 08:30');
  expect(format(new Date(2023, 10, 14, 22, 13).getTime() / 1000)).toBe('Nov 14, 2023, 22:13');
});

it('lives with times that no calendar has', () => {
  expect(columnFormat(start, 'en')(1e300)).toBe('');
  expect(columnCell(run, start, 1e300)).toBe(1e300);
  expect(columnCell(run, start, 0)).toBe('1970-01-01T00:00:00.000Z');
});
