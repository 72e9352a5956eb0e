// Changes of the chosen columns; each gives a new list.
import { columnKey, type RunColumn } from '$kind/run_columns';

export function hasColumn(columns: readonly RunColumn[], column: RunColumn): boolean {
  return columns.some((one) => columnKey(one) === columnKey(column));
}

export function removeColumn(columns: readonly RunColumn[], column: RunColumn): readonly RunColumn[] {
  return columns.filter((one) => columnKey(one) !== columnKey(column));
}

export function toggleColumn(columns: readonly RunColumn[], column: RunColumn): readonly RunColumn[] {
  return hasColumn(columns, column) ? removeColumn(columns, column) : [...columns, column];
}

// Changes places with its neighbour; at the ends nothing happens.
export function moveColumn(columns: readonly RunColumn[], at: number, by: -1 | 1): readonly RunColumn[] {
  const [one, other] = [columns[at], columns[at + by]];
  if (one === undefined || other === undefined) return columns;
  return columns.map((column, i) => (i === at ? other : i === at + by ? one : column));
}
