import { expect, it } from 'vitest';
import { Server } from '$api/server';
import { downloadPoints } from './card_download';

it('a file in preparation can be given up', async () => {
  let isAsked = false;
  const server = new Server('/', (_, options) => {
    isAsked = true;
    return new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
    });
  });
  // Far more than an address has room for: the server is asked for the whole file.
  const selected = Array.from({ length: 1000 }, (_, i) => ({ id: String(i) }));
  const asked = new AbortController();
  const runs = { isEverything: false, selected };
  const done = downloadPoints({ server, runs }, { format: 'csv', tags: undefined, hasSuperseded: false }, asked.signal);
  expect(isAsked).toBe(true);
  asked.abort();
  await expect(done).rejects.toThrow();
});
