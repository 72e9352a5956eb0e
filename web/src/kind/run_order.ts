// The order of the list of runs.
import type { Run } from '$api/core';
import type { RunColumn } from './run_columns';
import type { RunOrder } from './runs_params';

export type ColumnReader = (column: RunColumn) => (run: Run) => number | undefined;

// `runs` must come in the order of their names: equal ones keep it in both directions. What has no number comes last in both, too:
// nobody who asks for the lowest loss means a run without one.
export function sortRuns(runs: readonly Run[], order: RunOrder, reader: ColumnReader): readonly Run[] {
  const { by, isDescending } = order;
  if (by === undefined) return isDescending ? [...runs].reverse() : runs;
  const sign = isDescending ? -1 : 1;
  const valueOf = reader(by);
  return runs
    .map((run) => ({ run, value: valueOf(run) ?? Number.NaN }))
    .sort((a, b) => {
      if (Number.isNaN(a.value) || Number.isNaN(b.value))
        return Number(Number.isNaN(a.value)) - Number(Number.isNaN(b.value));
      return a.value === b.value ? 0 : a.value < b.value ? -sign : sign;
    })
    .map(({ run }) => run);
}

// The first `top` in that order, themselves in the order of their names; 0: all.
export function topRuns(runs: readonly Run[], top: number, order: RunOrder, reader: ColumnReader): readonly Run[] {
  if (top === 0 || top >= runs.length) return runs;
  const first = new Set(sortRuns(runs, order, reader).slice(0, top));
  return runs.filter((run) => first.has(run));
}
