import { expect, it } from 'vitest';
import { isLarger, isWhole, pannedBy, sheetOf, wholeView, zoomedAt } from './pan_zoom';

const image = { width: 100, height: 50 };
const frame = { width: 400, height: 400 };

it('fits an image into its frame, or shows it in its own size', () => {
  expect(sheetOf(image, frame, 'fit', wholeView)).toEqual({ left: 0, top: 100, width: 400, height: 200, scale: 4 });
  expect(sheetOf(image, frame, 'actual', wholeView)).toEqual({ left: 150, top: 175, width: 100, height: 50, scale: 1 });
});

it('zooms around the pointer', () => {
  const before = sheetOf(image, frame, 'fit', wholeView);
  const at = { x: 300, y: 180 };
  const view = zoomedAt(wholeView, 3, before, frame, at);
  const after = sheetOf(image, frame, 'fit', view);
  expect(after.scale).toBe(12);
  expect((at.x - after.left) / after.width).toBeCloseTo((at.x - before.left) / before.width);
  expect((at.y - after.top) / after.height).toBeCloseTo((at.y - before.top) / before.height);
});

it('pans with the pointer, and never loses the image', () => {
  const sheet = sheetOf(image, frame, 'fit', wholeView);
  const view = pannedBy(wholeView, sheet, 40, -20);
  const moved = sheetOf(image, frame, 'fit', view);
  expect([moved.left - sheet.left, moved.top - sheet.top]).toEqual([40, -20]);
  expect(pannedBy(view, sheet, 1e6, -1e6)).toEqual({ zoom: 1, x: 0, y: 1 });
});

it('ends zooming somewhere', () => {
  const sheet = sheetOf(image, frame, 'fit', wholeView);
  expect(zoomedAt(wholeView, 1e9, sheet, frame, { x: 0, y: 0 }).zoom).toBe(256);
  expect(zoomedAt(wholeView, 0, sheet, frame, { x: 0, y: 0 }).zoom).toBe(1 / 64);
});

it('shows the same part of images of different sizes', () => {
  const view = { zoom: 2, x: 0.25, y: 0.75 };
  const small = sheetOf(image, frame, 'fit', view);
  const large = sheetOf({ width: 1000, height: 500 }, frame, 'fit', view);
  expect([small.left, small.top, small.width]).toEqual([large.left, large.top, large.width]);
});

it('knows when there is more than is seen', () => {
  expect(isLarger(sheetOf(image, frame, 'fit', wholeView), frame)).toBe(false);
  expect(isLarger(sheetOf(image, frame, 'fit', { ...wholeView, zoom: 1.5 }), frame)).toBe(true);
  expect(isWhole({ ...wholeView, x: 0.4 })).toBe(false);
  expect(isWhole(wholeView)).toBe(true);
});

it('stands an image without a size', () => {
  const sheet = sheetOf({ width: 0, height: 0 }, frame, 'fit', wholeView);
  expect(Number.isFinite(sheet.scale)).toBe(true);
});
