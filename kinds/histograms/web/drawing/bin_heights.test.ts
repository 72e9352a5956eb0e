import { describe, expect, it } from 'vitest';
import { binHeights } from './bin_heights';
import { plainHeights, rowsOf } from './histogram_rows_support';

describe('binHeights', () => {
  it('draws the highest bin of all series at the top', () => {
    const [a, b] = binHeights([rowsOf([[2, 4]]), rowsOf([[8, 0]])], plainHeights);
    expect([...(a?.values ?? [])]).toEqual([0.25, 0.5]);
    expect([...(b?.values ?? [])]).toEqual([1, 0]);
    expect(a?.axis.domain).toEqual({ min: 0, max: 8 });
  });

  it('cuts a lone peak rather than flattening the others', () => {
    const data = rowsOf([[1000, 0], ...Array.from({ length: 9 }, () => [10, 5])]);
    const [whole] = binHeights([data], plainHeights);
    const [cut] = binHeights([data], { ...plainHeights, cuts: 'rows' });
    expect(whole?.isCut).toBe(false);
    expect(whole?.values[2]).toBeCloseTo(0.01);
    expect(cut?.isCut).toBe(true);
    expect(cut?.axis.domain.max).toBe(30);
    expect(cut?.values[2]).toBeCloseTo(1 / 3);
    expect(cut?.values[0]).toBeGreaterThan(1);
  });

  it('leaves peaks whole that differ by little', () => {
    const [heights] = binHeights([rowsOf([[25], [10], [10], [12]])], { ...plainHeights, cuts: 'rows' });
    expect(heights?.isCut).toBe(false);
  });

  it('cuts bins that are the same in every row where colours tell heights', () => {
    const row = [900, ...Array.from({ length: 29 }, (_, i) => (i < 20 ? 10 : 0))];
    const [heights] = binHeights([rowsOf([row, row])], { ...plainHeights, cuts: 'bins' });
    expect(heights?.axis.domain.max).toBe(15);
    expect(heights?.isCut).toBe(true);
    const [even] = binHeights([rowsOf([[8, 9, 10, 9, 8]])], { ...plainHeights, cuts: 'bins' });
    expect(even?.isCut).toBe(false);
  });

  it('draws the mean of steps that were added up', () => {
    const [heights] = binHeights([rowsOf([[6], [14]], { merged: Float64Array.of(3, 7) })], plainHeights);
    expect([...(heights?.values ?? [])]).toEqual([1, 1]);
    expect(heights?.axis.domain.max).toBe(2);
  });

  it('makes densities comparable between steps with different numbers of values', () => {
    const [heights] = binHeights(
      [
        rowsOf([
          [1, 1],
          [50, 50],
        ]),
      ],
      { ...plainHeights, measure: 'density' },
    );
    expect([...(heights?.values ?? [])]).toEqual([1, 1, 1, 1]);
    expect(heights?.axis.domain.max).toBe(0.5);
  });

  it('divides densities by the width of their bins, on a symlog axis by the width as drawn', () => {
    const data = rowsOf([[1, 1]], { edges: Float64Array.of(0, 1, 5) });
    const [linear] = binHeights([data], { ...plainHeights, measure: 'density' });
    expect([...(linear?.values ?? [])]).toEqual([1, 0.25]);
    const [symlog] = binHeights([{ ...data, linearWidth: 0.1 }], { ...plainHeights, measure: 'density' });
    expect([...(symlog?.values ?? [])]).toEqual([1, 1]);
  });

  it('has a log scale whose axis says the same', () => {
    const [heights] = binHeights([rowsOf([[0, 1, 99]])], { ...plainHeights, isLog: true });
    expect(heights?.values[0]).toBe(0);
    expect(heights?.values[1]).toBeCloseTo(Math.log(2) / Math.log(100));
    expect(heights?.values[2]).toBeCloseTo(1);
    expect(heights?.axis).toMatchObject({ kind: 'symlog', symlogConstant: 1 });
  });

  it('draws nothing of nothing', () => {
    const [heights] = binHeights([rowsOf([[0, 0]])], { ...plainHeights, cuts: 'rows', measure: 'density' });
    expect([...(heights?.values ?? [])]).toEqual([0, 0]);
    expect(heights?.axis.domain).toEqual({ min: 0, max: 1 });
  });
});
