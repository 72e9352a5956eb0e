import { expect, test } from 'vitest';
import { fakeStepSeries } from './fake_step_series';
import { StepRows } from './step_rows';

function shown(rows: StepRows): unknown[] {
  return Array.from({ length: rows.length }, (_, i) => {
    const row = rows.at(i);
    return row && `${row.series.runId}${row.series.steps.at(row.index)}`;
  });
}

test('by step, then by run', () => {
  const series = [fakeStepSeries('a', [0, 10, 20]), fakeStepSeries('b', []), fakeStepSeries('c', [5, 10])];
  expect(shown(new StepRows(series))).toEqual(['a0', 'c5', 'a10', 'c10', 'a20']);
});

test('one run, and none', () => {
  expect(shown(new StepRows([fakeStepSeries('a', [3, 4])]))).toEqual(['a3', 'a4']);
  const none = new StepRows([]);
  expect([none.length, none.at(0), none.at(-1)]).toEqual([0, undefined, undefined]);
  expect(new StepRows([fakeStepSeries('a', [3])]).at(1)).toBeUndefined();
});
