import { expect, it } from 'vitest';
import { compareParam, sampleParam, zoomParam } from './images_params';

it('restores a comparison', () => {
  const value = { mode: 'swipe', runs: ['00ff00ff', ''], heldStep: 2n ** 60n } as const;
  expect(compareParam.parse(compareParam.format(value))).toEqual(value);
  expect(compareParam.parse(compareParam.format(compareParam.initial))).toEqual(compareParam.initial);
  expect(compareParam.parse('wipe__')).toBeUndefined();
  expect(compareParam.parse('side_<b>_')).toBeUndefined();
});

it('restores what part of an image is seen', () => {
  const text = zoomParam.format({ zoom: 3, x: 1 / 3, y: 0.5 });
  expect(text).toBe('3_0.33333_0.5');
  expect(zoomParam.parse(text)).toEqual({ zoom: 3, x: 0.33333, y: 0.5 });
  for (const bad of ['', '0_0_0', '1_2_0', 'NaN_0_0', '1_0', '1e9_0_0']) expect(zoomParam.parse(bad)).toBeUndefined();
});

it('restores which sample of a batch a card shows', () => {
  const value = new Map([['0a1b2c3d', 4]]);
  expect(sampleParam.parse(sampleParam.format(value))).toEqual(value);
});
