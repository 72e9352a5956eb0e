import { expect, it } from 'vitest';
import { clampWidth, keyedWidth } from './pane_width';

it('leaves room for charts, and for names', () => {
  expect(clampWidth(300, 1440)).toBe(300);
  expect(clampWidth(5000, 1440)).toBe(1120);
  expect(clampWidth(10, 1440)).toBe(200);
  expect(clampWidth(300, 400)).toBe(200);
});

it('moves by keys', () => {
  expect(keyedWidth('ArrowRight', 300, false, 1440)).toBe(316);
  expect(keyedWidth('ArrowLeft', 300, true, 1440)).toBe(236);
  expect(keyedWidth('Home', 300, false, 1440)).toBe(200);
  expect(keyedWidth('End', 300, false, 1440)).toBe(1120);
  expect(keyedWidth('a', 300, false, 1440)).toBeUndefined();
});
