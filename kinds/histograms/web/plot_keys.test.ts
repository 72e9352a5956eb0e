import { expect, it } from 'vitest';
import { placeAfterKey } from './plot_keys';

const ridges = { rows: 30, bins: 20, run: 'upright' } as const;
const columns = { rows: 30, bins: 20, run: 'sideways' } as const;

it('begins in the middle of the newest', () => {
  expect(placeAfterKey('ArrowLeft', undefined, ridges)).toEqual({ row: 29, bin: 10 });
});

it('moves over ridges as they stand: older ones are above', () => {
  const from = { row: 5, bin: 5 };
  expect(placeAfterKey('ArrowUp', from, ridges)).toEqual({ row: 4, bin: 5 });
  expect(placeAfterKey('ArrowDown', from, ridges)).toEqual({ row: 6, bin: 5 });
  expect(placeAfterKey('ArrowRight', from, ridges)).toEqual({ row: 5, bin: 6 });
  expect(placeAfterKey('ArrowLeft', from, ridges)).toEqual({ row: 5, bin: 4 });
});

it('moves over a heat map as it lies: steps to the right, values upwards', () => {
  const from = { row: 5, bin: 5 };
  expect(placeAfterKey('ArrowRight', from, columns)).toEqual({ row: 6, bin: 5 });
  expect(placeAfterKey('ArrowUp', from, columns)).toEqual({ row: 5, bin: 6 });
  expect(placeAfterKey('ArrowDown', from, columns)).toEqual({ row: 5, bin: 4 });
});

it('stays inside, and leaves other keys alone', () => {
  expect(placeAfterKey('PageDown', { row: 25, bin: 0 }, ridges)).toEqual({ row: 29, bin: 0 });
  expect(placeAfterKey('End', { row: 1, bin: 3 }, ridges)).toEqual({ row: 1, bin: 19 });
  expect(placeAfterKey('Home', { row: 1, bin: 3 }, ridges)).toEqual({ row: 1, bin: 0 });
  expect(placeAfterKey('f', { row: 1, bin: 3 }, ridges)).toBeUndefined();
  expect(placeAfterKey('ArrowUp', undefined, { ...ridges, rows: 0 })).toBeUndefined();
});
