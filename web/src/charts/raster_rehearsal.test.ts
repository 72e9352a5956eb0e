import { expect, it } from 'vitest';
import { rehearse } from './raster_rehearsal';

it('draws until its time is over, and no longer', () => {
  let time = 0;
  const pictures = rehearse(() => (time += 3));
  expect(pictures).toBeGreaterThan(2);
  expect(pictures).toBeLessThan(10);
});
