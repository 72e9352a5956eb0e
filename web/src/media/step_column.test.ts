import { expect, it } from 'vitest';
import { areSameSteps, mergeSteps, parseStep, StepColumn } from './step_column';

const column = (...steps: number[]): StepColumn => StepColumn.of(Int32Array.from(steps));

it('finds the nearest step, the earlier of two', () => {
  const steps = column(0, 10, 20, 100);
  expect([-5, 0, 4, 5, 6, 10, 61, 1e9].map((step) => steps.nearest(step))).toEqual([0, 0, 0, 0, 1, 1, 3, 3]);
  expect(steps.nearest(12n)).toBe(1);
  expect(column().nearest(1)).toBe(-1);
  expect(steps.indexOf(20)).toBe(2);
  expect(steps.indexOf(21)).toBe(-1);
});

it('tells steps past 2^53 apart', () => {
  const big = 2n ** 60n;
  const steps = StepColumn.of(BigInt64Array.from([1n, big, big + 1n, big + 2n]));
  expect(steps.at(2)).toBe(big + 1n);
  expect(steps.indexOf(big + 1n)).toBe(2);
  expect(steps.nearest(big + 2n)).toBe(3);
  expect(steps.last).toBe(big + 2n);
  expect(StepColumn.of(BigInt64Array.from([1n, 5n])).at(1)).toBe(5);
  expect(StepColumn.of(BigUint64Array.from([1n, 5n])).at(1)).toBe(5);
});

it('appends what comes after its last step', () => {
  expect([...column(1, 2).appended(column(2, 3, 4)).numbers]).toEqual([1, 2, 3, 4]);
  expect([...column().appended(column(2)).numbers]).toEqual([2]);
  const same = column(1, 2);
  expect(same.appended(column(2))).toBe(same);
  const big = column(1).appended(StepColumn.of(BigInt64Array.from([2n ** 60n + 1n])));
  expect([big.at(0), big.at(1)]).toEqual([1n, 2n ** 60n + 1n]);
});

it('merges the steps of several runs', () => {
  const one = column(1, 3);
  expect(mergeSteps([one, column(1, 3)])).toBe(one);
  expect([...mergeSteps([one, column(2, 3, 7), column()]).numbers]).toEqual([1, 2, 3, 7]);
  expect(mergeSteps([]).length).toBe(0);
  const big = mergeSteps([one, StepColumn.of(BigInt64Array.from([3n, 2n ** 60n]))]);
  expect([big.length, big.at(2)]).toEqual([3, 2n ** 60n]);
});

it('reads steps as people write them', () => {
  expect(['12', ' 1,200 ', '-3', '−3', '1_000'].map(parseStep)).toEqual([12, 1200, -3, -3, 1000]);
  expect(parseStep('9223372036854775807')).toBe(2n ** 63n - 1n);
  expect(['', '1.5', 'a', '12345678901234567890'].map(parseStep)).toEqual([undefined, undefined, undefined, undefined]);
});

it('compares steps of both kinds', () => {
  expect(areSameSteps(3, 3n)).toBe(true);
  expect(areSameSteps(3, 4n)).toBe(false);
  expect(areSameSteps(undefined, 0)).toBe(false);
  expect(areSameSteps(undefined, undefined)).toBe(true);
});
