// Columns of an answer as numbers to draw with.
import type { Column } from '$api/columns';
import type { NonFiniteKind, NonFiniteMark, NumberColumn } from '$charts/line_data';

// `exact` where some are past 2^53, so that doubles cannot hold them.
export interface Steps {
  readonly numbers: NumberColumn;
  readonly exact: BigInt64Array | undefined;
}

export function stepsOf(column: Column): Steps {
  if (column instanceof BigUint64Array) return stepsOf(new BigInt64Array(column));
  if (!(column instanceof BigInt64Array)) return { numbers: column, exact: undefined };
  const numbers = doublesOf(column);
  // Steps increase: the largest stand at the ends.
  const isSafe = Math.abs(numbers[0] ?? 0) < 2 ** 53 && Math.abs(numbers[numbers.length - 1] ?? 0) < 2 ** 53;
  return { numbers, exact: isSafe ? undefined : column };
}

// By words: a bigint for each number would cost ten times as much.
function doublesOf(column: BigInt64Array): Float64Array {
  const low = new Uint32Array(column.buffer, column.byteOffset, column.length * 2);
  const high = new Int32Array(column.buffer, column.byteOffset, column.length * 2);
  const numbers = new Float64Array(column.length);
  for (let i = 0; i < numbers.length; i += 1) numbers[i] = (high[2 * i + 1] ?? 0) * 2 ** 32 + (low[2 * i] ?? 0);
  return numbers;
}

export function bigSteps(numbers: NumberColumn): BigInt64Array {
  const steps = new BigInt64Array(numbers.length);
  for (let i = 0; i < steps.length; i += 1) steps[i] = BigInt(numbers[i] ?? 0);
  return steps;
}

export function numbersOf(column: Column): NumberColumn {
  return stepsOf(column).numbers;
}

export function timesOf(column: Column): Float64Array {
  const numbers = numbersOf(column);
  return numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
}

export interface FiniteColumn {
  // NaN where a value was infinite: a line breaks there.
  readonly values: NumberColumn;
  readonly places: readonly number[];
}

// Which values no line can show. The column itself if there is no infinity among them.
export function findNonFinite(column: NumberColumn): FiniteColumn {
  const places: number[] = [];
  let hasInfinity = false;
  if (column instanceof Float32Array || column instanceof Float64Array) {
    for (let i = 0; i < column.length; i += 1) {
      const value = column[i] ?? 0;
      // Zero unless it is NaN or infinite.
      if (value - value === 0) continue;
      places.push(i);
      if (!Number.isNaN(value)) hasInfinity = true;
    }
  }
  return { values: hasInfinity ? column.map((value) => (value - value === 0 ? value : Number.NaN)) : column, places };
}

export function nonFiniteKind(value: number): NonFiniteKind {
  if (value === Infinity) return '+inf';
  return value === -Infinity ? '-inf' : 'nan';
}

// Single marks up to here: the readout finds the value of a point by its mark.
const mostSingleMarks = 1000;
const markGroups = 500;

export function marksAt(x: NumberColumn, values: NumberColumn, places: readonly number[]): readonly NonFiniteMark[] {
  const marks = places.map((i) => ({ x: x[i] ?? Number.NaN, kind: nonFiniteKind(values[i] ?? Number.NaN), count: 1 }));
  return thinMarks(marks);
}

// A series that is all NaN must not cost an object for each point: neighbours of one kind become one mark with a count.
export function thinMarks(marks: readonly NonFiniteMark[]): readonly NonFiniteMark[] {
  if (marks.length <= mostSingleMarks) return marks;
  const first = marks[0]?.x ?? 0;
  const span = ((marks[marks.length - 1]?.x ?? 0) - first) / markGroups;
  const thin = new Map<string, NonFiniteMark>();
  for (const mark of marks) {
    const key = `${mark.kind}${span > 0 ? Math.floor((mark.x - first) / span) : 0}`;
    const known = thin.get(key);
    thin.set(key, known === undefined ? mark : { ...known, count: known.count + mark.count });
  }
  return [...thin.values()];
}
