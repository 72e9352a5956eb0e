// Which steps are the columns of an overview of runs and steps.
import type { StepColumn } from '$media/step_column';

// A table that is wider than browsers can lay out ends somewhere.
export const mostColumns = 20_000;

// Indices of at most `most` steps, evenly from the first to the last.
export function overviewColumns(count: number, most: number): readonly number[] {
  const wanted = Math.min(count, Math.max(1, Math.floor(most)), mostColumns);
  if (wanted <= 1) return count === 0 ? [] : [count - 1];
  return Array.from({ length: wanted }, (_, i) => Math.round((i * (count - 1)) / (wanted - 1)));
}

// The point that a run shows in the column of a step: its nearest one, if it lies nearer to this column than to its neighbours; else -1.
export function pointOfColumn(run: StepColumn, all: StepColumn, columns: readonly number[], column: number): number {
  const step = all.numbers[columns[column] ?? -1];
  if (step === undefined) return -1;
  const index = run.nearest(all.at(columns[column] ?? 0) ?? step);
  const found = run.numbers[index];
  if (found === undefined) return -1;
  const before = all.numbers[columns[column - 1] ?? -1];
  const after = all.numbers[columns[column + 1] ?? -1];
  if (before !== undefined && found < (before + step) / 2) return -1;
  if (after !== undefined && found > (after + step) / 2) return -1;
  // Past the ends a run shows what it has there only if the column itself is its end.
  return (before === undefined && found < step) || (after === undefined && found > step) ? -1 : index;
}
