// The steps of a series: rising, none twice.
import type { Column } from '$api/columns';
import { isSafeStep, parseStep, type Step } from './parse_step';

export { parseStep, type Step };

export class StepColumn {
  // `exact` where some steps are past 2^53; `numbers` are then near them.
  constructor(
    readonly numbers: Float64Array,
    private readonly exact?: BigInt64Array,
  ) {}

  static of(column: Column): StepColumn {
    if (column instanceof BigInt64Array || column instanceof BigUint64Array) {
      const exact = column instanceof BigInt64Array ? column : new BigInt64Array(column);
      const numbers = Float64Array.from(exact, Number);
      // They rise: the largest stand at the ends.
      const isSafe = isSafeStep(numbers[0] ?? 0) && isSafeStep(numbers[numbers.length - 1] ?? 0);
      return new StepColumn(numbers, isSafe ? undefined : exact);
    }
    return new StepColumn(column instanceof Float64Array ? column : Float64Array.from(column));
  }

  // Some are past 2^53.
  get isExact(): boolean {
    return this.exact !== undefined;
  }
  get length(): number {
    return this.numbers.length;
  }

  at(index: number): Step | undefined {
    return this.exact?.[index] ?? this.numbers[index];
  }

  get last(): Step | undefined {
    return this.at(this.length - 1);
  }

  // The first that is not below; `length` if all are.
  lowerBound(step: Step): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.at(middle) ?? 0) < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // -1: it is not here.
  indexOf(step: Step): number {
    const index = this.lowerBound(step);
    const found = this.at(index);
    return found !== undefined && areSameSteps(found, step) ? index : -1;
  }

  // The earlier one of two that are equally far; -1 if there are none.
  nearest(step: Step): number {
    const after = this.lowerBound(step);
    if (after === 0 || this.length === 0) return this.length === 0 ? -1 : 0;
    if (after === this.length) return this.length - 1;
    const before = this.at(after - 1) ?? 0;
    const next = this.at(after) ?? 0;
    return isCloser(before, next, step) ? after - 1 : after;
  }

  // With those of `more` that are past the last one here.
  appended(more: StepColumn): StepColumn {
    const from = this.last === undefined ? 0 : more.#firstAbove(this.last);
    if (from === more.length) return this;
    const numbers = new Float64Array(this.length + more.length - from);
    numbers.set(this.numbers);
    numbers.set(more.numbers.subarray(from), this.length);
    if (this.exact === undefined && more.exact === undefined) return new StepColumn(numbers);
    const exact = new BigInt64Array(numbers.length);
    for (let i = 0; i < exact.length; i += 1) {
      exact[i] = BigInt((i < this.length ? this.at(i) : more.at(i - this.length + from)) ?? 0);
    }
    return new StepColumn(numbers, exact);
  }

  #firstAbove(step: Step): number {
    const index = this.lowerBound(step);
    const found = this.at(index);
    return found !== undefined && areSameSteps(found, step) ? index + 1 : index;
  }
}

// All steps that any of them has.
export function mergeSteps(columns: readonly StepColumn[]): StepColumn {
  const [first, ...rest] = columns;
  if (first === undefined) return new StepColumn(new Float64Array());
  // Runs of one experiment mostly log at the same steps.
  const others = rest.filter((column) => !areSameColumns(column, first));
  if (others.length === 0) return first;
  return mergeAll([first, ...others]);
}

// By halves: each step is looked at once for every doubling of the columns.
function mergeAll(columns: readonly StepColumn[]): StepColumn {
  const [first, second] = columns;
  if (first === undefined || second === undefined) return first ?? new StepColumn(new Float64Array());
  if (columns.length === 2) return mergeTwo(first, second);
  const middle = columns.length >> 1;
  return mergeTwo(mergeAll(columns.slice(0, middle)), mergeAll(columns.slice(middle)));
}

function mergeTwo(a: StepColumn, b: StepColumn): StepColumn {
  if (a.isExact || b.isExact) return mergeExact(a, b);
  const [left, right] = [a.numbers, b.numbers];
  const merged = new Float64Array(left.length + right.length);
  let count = 0;
  for (let i = 0, j = 0; i < left.length || j < right.length; count += 1) {
    const [x, y] = [left[i] ?? Infinity, right[j] ?? Infinity];
    merged[count] = Math.min(x, y);
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return new StepColumn(merged.slice(0, count));
}

function mergeExact(a: StepColumn, b: StepColumn): StepColumn {
  const all = [a, b].flatMap((column) => Array.from(column.numbers, (_, i) => BigInt(column.at(i) ?? 0)));
  const sorted = BigInt64Array.from(all).sort();
  return StepColumn.of(sorted.filter((step, i) => i === 0 || step !== sorted[i - 1]));
}

// A number and a bigint may be the same step.
export function areSameSteps(a: Step | undefined, b: Step | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return !(a < b) && !(a > b);
}

function isCloser(before: Step, after: Step, step: Step): boolean {
  if (typeof before === 'number' && typeof after === 'number' && typeof step === 'number') {
    return step - before <= after - step;
  }
  return BigInt(step) - BigInt(before) <= BigInt(after) - BigInt(step);
}

function areSameColumns(a: StepColumn, b: StepColumn): boolean {
  if (a === b) return true;
  if (a.length !== b.length || a.isExact || b.isExact) return false;
  for (let i = 0; i < a.length; i += 1) if (a.numbers[i] !== b.numbers[i]) return false;
  return true;
}
