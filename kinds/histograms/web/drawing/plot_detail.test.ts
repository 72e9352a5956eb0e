import { expect, it } from 'vitest';
import { plotDetail } from './plot_detail';

it('asks for what the pixels can show', () => {
  const small = plotDetail('offset', 340, 200, 0);
  const large = plotDetail('offset', 1400, 800, 0);
  expect(small.maxSteps).toBeLessThan(large.maxSteps);
  expect(small.bins).toBe(30);
  expect(plotDetail('heat', 340, 200, 0).maxSteps).toBeGreaterThanOrEqual(340);
  expect(plotDetail('heat', 5000, 4000, 0)).toEqual({ maxSteps: 1600, bins: 120 });
});

it('asks for the same in a little more room', () => {
  expect(plotDetail('heat', 350, 200, 0)).toEqual(plotDetail('heat', 370, 205, 0));
  expect(plotDetail('offset', 350, 200, 0)).toEqual(plotDetail('offset', 370, 205, 0));
});

it('takes the number of bins that was chosen', () => {
  expect(plotDetail('overlay', 340, 200, 17).bins).toBe(17);
  expect(plotDetail('heat', 340, 200, 1000).bins).toBe(1000);
});
