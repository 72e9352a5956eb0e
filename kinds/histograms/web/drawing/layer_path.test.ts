import { expect, it } from 'vitest';
import { layerPaths } from './layer_path';

it('draws first and last on one scale, whatever their numbers of values', () => {
  const { first, last } = layerPaths(Float64Array.of(1, 1), Float64Array.of(100, 300), 20, 10);
  expect(last).toBe('M0 10V4.2H10V0H20V10Z');
  expect(first).toBe('M0 10V1.8H10V1.8H20V10Z');
});

it('draws nothing of no values', () => {
  expect(layerPaths(Float64Array.of(0, 0), Float64Array.of(1, 0), 20, 10).first).toBe('');
  expect(layerPaths(new Float64Array(), new Float64Array(), 20, 10).last).toBe('');
});
