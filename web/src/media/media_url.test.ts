import { expect, it } from 'vitest';
import { Server } from '$api/server';
import { valueKey, valueUrl } from './media_url';

const ref = { runId: '00ff', tagId: 'aa', step: 2n ** 60n, version: 7, sample: 2 };

it('names a value below any root, with every digit of its step', () => {
  expect(valueUrl(new Server('/below/'), 'images', 'thumb', ref, { width: 96 })).toBe(
    '/below/api/images/thumb?run_id=00ff&tag_id=aa&step=1152921504606846976&v=7&sample=2&width=96',
  );
});

it('has another key for another version', () => {
  expect(valueKey(ref)).not.toBe(valueKey({ ...ref, version: 8 }));
  expect(valueKey({ ...ref, step: 1 })).toBe(valueKey({ ...ref, step: 1n }));
});
