import { expect, it } from 'vitest';
import { pixelDifference } from './pixel_difference';

const image = (...bytes: number[]): Uint8ClampedArray => Uint8ClampedArray.from(bytes);

it('is black where images are alike', () => {
  const a = image(1, 2, 3, 255, 9, 9, 9, 255);
  const { pixels, mean, most, differing } = pixelDifference(a, a.slice(), 8);
  expect([...pixels]).toEqual([0, 0, 0, 255, 0, 0, 0, 255]);
  expect([mean, most, differing]).toEqual([0, 0, 0]);
});

it('tells how far they are apart, whatever the gain', () => {
  const result = pixelDifference(image(10, 20, 30, 255, 0, 0, 0, 255), image(16, 20, 0, 255, 0, 0, 0, 255), 10);
  expect([...result.pixels]).toEqual([60, 0, 255, 255, 0, 0, 0, 255]);
  expect([result.mean, result.most, result.differing]).toEqual([6, 30, 0.5]);
});

it('counts what is transparent in one of them', () => {
  expect(pixelDifference(image(0, 0, 0, 0), image(0, 0, 0, 255), 1).differing).toBe(1);
  expect(pixelDifference(image(), image(), 1)).toMatchObject({ mean: 0, differing: 0 });
});
