import { describe, expect, test } from 'vitest';
import { pointRows, rangeRows, sortRows, tableCsv, type PinnedLook } from './pinned_table';

const look: PinnedLook = {
  nameOf: (key) => `run ${key}`,
  colorOf: () => '#000000',
  isShown: (run) => run !== 'hidden',
  startOf: () => 1000,
  isSmoothed: true,
  language: 'en',
};

const point = { x: 1, step: 1, wallTime: 1060, value: 0.5, raw: 0.25 };

function curve(runId: string, first: number, last: number): Parameters<typeof rangeRows>[0][number] {
  const at = (value: number): typeof point => ({ ...point, value });
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  return { key: runId, runId, tagId: 't', first: at(first), last: at(last), lowest: at(low), highest: at(high) };
}

describe('rows', () => {
  test('of one place: raw and smoothed, step and times; hidden runs are left out', () => {
    const points = ['a', 'hidden'].map((runId) => ({ key: runId, runId, tagId: 't', ...point, step: 2n ** 60n }));
    const { columns, rows } = pointRows(points, look);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.cells).toHaveLength(columns.length);
    expect(rows[0]?.cells.slice(0, 4).map(({ full }) => full)).toEqual(['run a', '0.25', '0.5', '1152921504606846976']);
    expect(rows[0]?.cells.at(-1)?.text).toBe('1 m 00 s');
  });

  test('of a range: what each curve does in it', () => {
    const { rows } = rangeRows([curve('a', 2, 1), curve('b', 0, 1)], look);
    expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['run a', '2', '1', '−1', '−50 %', '1', '2']);
    // From zero there is no percentage.
    expect(rows[1]?.cells[4]?.text).toBe('');
  });
});

test('rows without a value stand last in both directions', () => {
  const { rows } = rangeRows([curve('a', Number.NaN, Number.NaN), curve('b', 1, 2), curve('c', 0.5, 3)], look);
  const order = (isDescending: boolean): string[] => sortRows(rows, 1, isDescending).map(({ key }) => key);
  expect(order(false)).toEqual(['c', 'b', 'a']);
  expect(order(true)).toEqual(['b', 'c', 'a']);
});

test('CSV quotes what needs it and keeps all digits', () => {
  const { rows } = rangeRows([curve('a', 1 / 3, 1)], { ...look, nameOf: () => 'say "hi", you' });
  expect(tableCsv(['Run', 'Start'], rows)).toBe(
    'Run,Start\r\n"say ""hi"", you",0.3333333333333333,1,0.6666666666666667,200.00000000000003,0.3333333333333333,1\r\n',
  );
});
