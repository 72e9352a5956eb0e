import { expect, it } from 'vitest';
import { clampColumn, keyedColumn, readColumnWidths, withColumnWidth } from './column_widths';

it('keeps widths by the columns they belong to', () => {
  const one = withColumnWidth('', 'max:acc & loss', 90.4);
  const two = withColumnWidth(one, 'last:lr', 1e9);
  expect(readColumnWidths(two)).toEqual(
    new Map([
      ['max:acc & loss', 90],
      ['last:lr', 480],
    ]),
  );
  expect(readColumnWidths(withColumnWidth(two, 'last:lr', undefined))).toEqual(new Map([['max:acc & loss', 90]]));
});

it('forgets what it cannot be, and the oldest of too many', () => {
  expect(readColumnWidths('a=x&b=5&c=1e9&d=60')).toEqual(new Map([['d', 60]]));
  let text = '';
  for (let i = 0; i < 120; i += 1) text = withColumnWidth(text, `column ${i}`, 100);
  const kept = [...readColumnWidths(text).keys()];
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 'column 20', 'column 119']);
});

it('moves an edge by keys, within limits', () => {
  expect([keyedColumn('ArrowRight', 100, false), keyedColumn('ArrowLeft', 100, true)]).toEqual([108, 68]);
  expect(keyedColumn('ArrowLeft', 41, false)).toBe(clampColumn(0));
  expect(keyedColumn('Enter', 100, false)).toBeUndefined();
});
