import { expect, it } from 'vitest';
import { layoutRooms } from './plot_rooms';

it('gives one run all of the card', () => {
  expect(layoutRooms(340, 220, 1)).toEqual({ columns: 1, rows: 1, width: 340, height: 220, isScrolling: false });
});

it('shows two beside each other', () => {
  expect(layoutRooms(340, 180, 2)).toMatchObject({ columns: 2, rows: 1, isScrolling: false });
});

it('shows as many as can be read, and lets the rest scroll', () => {
  const rooms = layoutRooms(340, 220, 20);
  expect(rooms).toMatchObject({ columns: 2, rows: 10, isScrolling: true });
  expect(rooms.height).toBeLessThanOrEqual(220);
  expect(layoutRooms(1400, 800, 20).isScrolling).toBe(false);
});

it('has nothing to lay out in no room', () => {
  expect(layoutRooms(0, 100, 3).rows).toBe(0);
  expect(layoutRooms(100, 100, 0).rows).toBe(0);
});
