import { expect, it } from 'vitest';
import { layoutTiles, tileGap, type TileRoom } from './tile_layout';

const room = (count: number, part: Partial<TileRoom> = {}): TileRoom => ({
  width: 600,
  height: 400,
  count,
  aspect: 1,
  headHeight: 20,
  ...part,
});

it('gives one run all of the room', () => {
  expect(layoutTiles(room(1))).toEqual({ columns: 1, width: 600, height: 400, rows: 1 });
});

it('shows a few as large as it can, all at once', () => {
  const two = layoutTiles(room(2));
  expect([two.columns, two.rows]).toEqual([2, 1]);
  const wide = layoutTiles(room(2, { aspect: 4 }));
  expect([wide.columns, wide.rows]).toEqual([1, 2]);
  for (const count of [3, 5, 9]) {
    const { columns, rows, width, height } = layoutTiles(room(count));
    expect(columns * rows).toBeGreaterThanOrEqual(count);
    expect(width * columns + tileGap * (columns - 1)).toBeLessThanOrEqual(600.01);
    expect(height * rows + tileGap * (rows - 1)).toBeLessThanOrEqual(400.01);
  }
});

it('scrolls when there are too many', () => {
  const many = layoutTiles(room(1000));
  expect(many.rows).toBe(Math.ceil(1000 / many.columns));
  expect(many.height * many.rows).toBeGreaterThan(400);
  expect(many.width).toBeGreaterThanOrEqual(88);
  expect(many.height).toBeLessThanOrEqual(400);
});

it('stands a card without room', () => {
  expect(layoutTiles(room(3, { width: 0 })).rows).toBe(0);
  expect(layoutTiles(room(0)).rows).toBe(0);
  expect(layoutTiles(room(20, { width: 50, height: 30 })).columns).toBe(1);
});
