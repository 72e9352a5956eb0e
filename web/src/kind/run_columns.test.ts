import { describe, expect, it } from 'vitest';
import { columnKey, columnOf, factOf, type RunColumn } from './run_columns';
import { baselineParam, runColumnsParam, runOrderParam } from './runs_params';

const columns: readonly RunColumn[] = [
  { kind: 'fact', fact: 'start' },
  { kind: 'tag', what: 'last', tag: 'loss' },
  { kind: 'tag', what: 'max', tag: 'acc/val' },
  // Tags that look like something else.
  { kind: 'tag', what: 'last', tag: 'max:acc' },
  { kind: 'tag', what: 'last', tag: '@start' },
  { kind: 'tag', what: 'min', tag: 'a,b%2C:"c"' },
  { kind: 'tag', what: 'last_step', tag: '训练' },
];

describe('columns in a link', () => {
  it.each(columns)('restores %j', (column) => expect(columnOf(columnKey(column))).toEqual(column));
  it('keeps all of them, in their order', () => {
    expect(runColumnsParam.parse(runColumnsParam.format(columns))).toEqual(columns);
  });
  it('is short for what is usual', () =>
    expect(runColumnsParam.format(columns.slice(0, 3))).toBe('@start,loss,max:acc/val'));
  it('leaves out what it does not know', () => {
    expect(runColumnsParam.parse('@nothing,loss,')).toEqual([{ kind: 'tag', what: 'last', tag: 'loss' }]);
  });
});

it.each([
  ['', { by: undefined, isDescending: false }],
  ['-', { by: undefined, isDescending: true }],
  ['-max:acc', { by: { kind: 'tag', what: 'max', tag: 'acc' }, isDescending: true }],
  ['@last', { by: { kind: 'fact', fact: 'last' }, isDescending: false }],
])('order %s', (text, order) => {
  expect(runOrderParam.parse(text)).toEqual(order);
  const read = runOrderParam.parse(text);
  expect(read && runOrderParam.format(read)).toBe(text);
});

it('refuses an order by a fact that there is not', () => expect(runOrderParam.parse('-@nothing')).toBeUndefined());

it('takes only short ids for a baseline', () => {
  expect(baselineParam.parse('0123abcd')).toBe('0123abcd');
  expect(baselineParam.parse('../../x')).toBeUndefined();
});

it('tells facts of a run', () => {
  const run = { id: '', name: '', points: 7, kinds: new Map(), lastStep: 12n, startTime: 1.5, lastTime: undefined };
  expect([factOf(run, 'points'), factOf(run, 'step'), factOf(run, 'start'), factOf(run, 'last')]).toEqual([
    7,
    12,
    1.5,
    undefined,
  ]);
});
