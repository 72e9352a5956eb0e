import { describe, expect, it } from 'vitest';
import { plotCapacity, plotGrid, plotsInView } from './plot_grid';

describe('plotGrid', () => {
  it('puts two plots beside each other in a wide card, above each other in a narrow one', () => {
    expect(plotGrid(2, 720, 200).columns).toBe(2);
    expect(plotGrid(2, 300, 400).columns).toBe(1);
  });

  it('fills the card', () => {
    expect(plotGrid(4, 800, 480)).toEqual({ columns: 2, plotWidth: 400, plotHeight: 240, height: 480 });
  });

  it('never makes plots too small to be read: more are scrolled', () => {
    const grid = plotGrid(60, 360, 200);
    expect(grid.plotWidth).toBeGreaterThanOrEqual(150);
    expect(grid.plotHeight).toBeGreaterThanOrEqual(104);
    expect(grid.height).toBe(grid.plotHeight * 30);
  });
});

it('plotCapacity counts plots that can still be read', () => {
  expect(plotCapacity(360, 250)).toBe(4);
  expect(plotCapacity(100, 50)).toBe(1);
});

it('plotsInView has only the rows that are seen', () => {
  const grid = { columns: 2, plotWidth: 180, plotHeight: 100, height: 1000 };
  expect(plotsInView(20, grid, 150, 200).map(({ index }) => index)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(plotsInView(20, grid, 950, 200).map(({ index }) => index)).toEqual([18, 19]);
  expect(plotsInView(3, grid, 0, 200)[2]).toEqual({ index: 2, left: 0, top: 100 });
  expect(plotsInView(0, grid, 0, 200)).toEqual([]);
});
