import { expect, it } from 'vitest';
import { binsParam, keptStepParam, pairParam, spanParam } from './histograms_params';

it('restores a range of steps', () => {
  const span = { first: -5, last: 2 ** 52 };
  expect(spanParam.parse(spanParam.format(span))).toEqual(span);
  for (const bad of ['', '5', '7_3', 'a_b', '1_99999999999999999999']) expect(spanParam.parse(bad)).toBeUndefined();
});

it('restores the marked step', () => {
  expect(keptStepParam.parse(keptStepParam.format(1200))).toBe(1200);
  for (const bad of ['', '1.5', 'x', '9007199254740993']) expect(keptStepParam.parse(bad)).toBeUndefined();
});

it('restores which runs are compared', () => {
  expect(pairParam.parse(pairParam.format(['00ff00ff', '']))).toEqual(['00ff00ff', '']);
  for (const bad of ['x_y', '00ff00ff_00ff00ff_1', '<b>_']) expect(pairParam.parse(bad)).toBeUndefined();
});

it('takes any number of bins that the server takes', () => {
  expect(binsParam.parse('1000')).toBe(1000);
  for (const bad of ['1001', '-1', '2.5', '']) expect(binsParam.parse(bad)).toBeUndefined();
});
