import { expect, it } from 'vitest';
import type { LineSeries } from './line_data';
import { placeText, pointPlaceText } from './place_text';

const series: LineSeries = {
  key: 'a',
  label: 'a',
  x: Float64Array.of(10, 20),
  y: Float64Array.of(1, 2),
  side: 'left',
  isBackground: false,
};

it('names a place by its exact step', () => {
  const large = { ...series, steps: BigInt64Array.of(9_007_199_254_740_993n, 0n) };
  expect(pointPlaceText(large, 0, 'step', 'en')).toBe('9,007,199,254,740,993');
  expect(pointPlaceText(series, 1, 'step', 'en')).toBe('20');
});

it.each([
  [1200, 'step', '1,200'],
  [1200.5, 'step', '1200.5'],
  [90, 'duration', '1 m 30 s'],
  [0.25, 'number', '0.25'],
] as const)('placeText(%s, %s) is %s', (x, kind, text) => expect(placeText(x, kind, 'en')).toBe(text));
