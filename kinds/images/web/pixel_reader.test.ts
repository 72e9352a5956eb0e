import { expect, it } from 'vitest';
import { pixelText } from './pixel_reader';

it('tells gray by one number, and opacity only where there is some', () => {
  expect(pixelText({ x: 3, y: 4, color: [7, 7, 7, 255] })).toBe('3, 4: 7');
  expect(pixelText({ x: 0, y: 0, color: [1, 2, 3, 255] })).toBe('0, 0: 1 2 3');
  expect(pixelText({ x: 0, y: 0, color: [1, 2, 3, 0] })).toBe('0, 0: 1 2 3 / 0');
});
