import { expect, test } from 'vitest';
import { dropPlace, edgeScroll } from './card_drag.svelte';

test('the middle of a card takes another one in, its edges put it beside', () => {
  const box = { left: 100, width: 400 };
  expect([110, 199, 201, 300, 399, 401].map((x) => dropPlace(box, x, true))).toEqual([
    'before',
    'before',
    'onto',
    'onto',
    'onto',
    'after',
  ]);
  expect([110, 299, 301, 490].map((x) => dropPlace(box, x, false))).toEqual(['before', 'before', 'after', 'after']);
});

test('a drag held at an edge scrolls, faster the nearer it is', () => {
  const box = { top: 100, bottom: 900 };
  expect(edgeScroll(box, 500)).toBe(0);
  expect(edgeScroll(box, 110)).toBeLessThan(edgeScroll(box, 140));
  expect(edgeScroll(box, 140)).toBeLessThan(0);
  expect(edgeScroll(box, 890)).toBeGreaterThan(0);
  expect(Math.abs(edgeScroll(box, -5000))).toBeLessThanOrEqual(18);
});
