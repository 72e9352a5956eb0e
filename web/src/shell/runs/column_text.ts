// Columns of the list of runs in words and numbers.
import type { Run } from '$api/core';
import type { TableWhat } from '$api/run_table';
import type { Language, Translate } from '$base/language.svelte';
import { valueText } from '$base/number_text';
import type { RunColumn, RunFact } from '$kind/run_columns';
import type { runsMessages } from './runs_messages';

type T = Translate<typeof runsMessages>;

const factTitles = { start: 'factStart', last: 'factLast', points: 'factPoints', step: 'factStep' } as const;
const whatTitles = {
  last: 'whatLast',
  first: 'whatFirst',
  min: 'whatMin',
  max: 'whatMax',
  mean: 'whatMean',
  count: 'whatCount',
  last_step: 'whatStep',
} as const;

export function factTitle(fact: RunFact, t: T): string {
  return t(factTitles[fact]);
}

export function whatTitle(what: TableWhat, t: T): string {
  return t(whatTitles[what]);
}

export function columnTitle(column: RunColumn, t: T): string {
  if (column.kind === 'fact') return factTitle(column.fact, t);
  return column.what === 'last' ? column.tag : `${column.tag} · ${whatTitle(column.what, t)}`;
}

// As conditions write it, and the same in every language, for files.
export function columnFileTitle(column: RunColumn): string {
  if (column.kind === 'fact')
    return { start: 'start_time', last: 'last_time', points: 'points', step: 'last_step' }[column.fact];
  return column.what === 'last' ? column.tag : `${column.what}(${column.tag})`;
}

export function columnPixels(column: RunColumn): number {
  return column.kind === 'fact' && (column.fact === 'start' || column.fact === 'last') ? 164 : 92;
}

// Numbers of one column as text. One for many rows: formats of the browser are slow to make.
export function columnFormat(
  column: RunColumn,
  language: Language,
  now = Date.now(),
): (value: number | undefined) => string {
  const isTime = column.kind === 'fact' && (column.fact === 'start' || column.fact === 'last');
  if (isTime) {
    const options = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const thisYear = new Intl.DateTimeFormat(language, options);
    const otherYear = new Intl.DateTimeFormat(language, { ...options, year: 'numeric' });
    const year = new Date(now).getFullYear();
    return (value) => {
      if (value === undefined) return '';
      const time = new Date(value * 1000);
      return Number.isNaN(time.getTime()) ? '' : (time.getFullYear() === year ? thisYear : otherYear).format(time);
    };
  }
  if (column.kind === 'tag' && column.what !== 'count' && column.what !== 'last_step') return valueText;
  const format = new Intl.NumberFormat(language);
  return (value) => (value === undefined ? '' : format.format(value));
}

// Steps with all their digits.
export function columnCell(
  run: Run,
  column: RunColumn,
  value: number | undefined,
): number | bigint | string | undefined {
  if (column.kind !== 'fact') return value;
  if (column.fact === 'step') return run.lastStep;
  if (column.fact === 'points' || value === undefined) return value;
  const time = new Date(value * 1000);
  // A damaged file may tell times that no calendar has.
  return Number.isNaN(time.getTime()) ? value : time.toISOString();
}

// A column as the list shows it.
export interface ShownColumn {
  readonly key: string;
  readonly column: RunColumn;
  readonly title: string;
  readonly pixels: number;
  read(run: Run): number | undefined;
  format(value: number | undefined): string;
}
