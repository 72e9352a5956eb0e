// Columns of an answer as numbers to draw with.
import type { Column, ColumnAnswer } from '$api/columns';
import { FormatError } from '$api/foreign';
import type { NumberColumn } from '$charts/line_data';

// Rising, none twice. `exact` where some are past 2^53, so that doubles cannot hold them.
export interface StepNumbers {
  readonly numbers: Float64Array;
  readonly exact: BigInt64Array | undefined;
}

export function readSteps(column: Column): StepNumbers {
  if (!(column instanceof BigInt64Array) && !(column instanceof BigUint64Array)) {
    return { numbers: doubles(column), exact: undefined };
  }
  const exact = column instanceof BigInt64Array ? column : new BigInt64Array(column);
  const numbers = Float64Array.from(exact, Number);
  // They rise: the largest stand at the ends.
  const isSafe = [numbers[0] ?? 0, numbers[numbers.length - 1] ?? 0].every((step) => Math.abs(step) < 2 ** 53);
  return { numbers, exact: isSafe ? undefined : exact };
}

export function plainNumbers(column: Column): NumberColumn {
  return column instanceof BigInt64Array || column instanceof BigUint64Array
    ? Float64Array.from(column, Number)
    : column;
}

export function doubles(column: Column): Float64Array {
  const numbers = plainNumbers(column);
  return numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
}

// Fails where it is not there, or has another length: what is drawn from it would lie.
export function neededColumn(answer: ColumnAnswer, member: unknown, what: string, length?: number): Column {
  const column = answer.column(member);
  if (column === undefined) throw new FormatError(`${what}: no column`);
  if (length !== undefined && column.length !== length) {
    throw new FormatError(`${what}: ${column.length} numbers, not ${length}`);
  }
  return column;
}
