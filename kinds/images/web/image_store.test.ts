import { expect, it } from 'vitest';
import { Server } from '$api/server';
import { LoadQueue } from '$media/load_queue';
import type { ValueRef } from '$media/media_url';
import { ImageError, ImageStore, type DecodeImage } from './image_store';

const ref = (step: number): ValueRef => ({ runId: 'a', tagId: 'b', step, version: 1, sample: 0 });
const options = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });

// Images of 100 bytes of file and 10 x 10 pixels: 500 bytes of the budget.
function make(budget = 10_000, decode: DecodeImage = async () => ({ width: 10, height: 10 })) {
  const asked: string[] = [];
  const aborted: string[] = [];
  const server = new Server('/', async (input, init) => {
    const step = String(input);
    asked.push(step);
    await new Promise((resolve, reject) => {
      setImmediate(resolve);
      init?.signal?.addEventListener('abort', () => {
        aborted.push(step);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
    if (step.includes('info')) return new Response('{"error":"claims 2^31 pixels"}');
    if (step.includes('step=404')) {
      return new Response('{"error":{"code":"NOT_FOUND","message":"no such step"}}', { status: 404 });
    }
    return new Response(new Uint8Array(100), { headers: { 'Content-Type': 'image/png' } });
  });
  return { store: new ImageStore(server, new LoadQueue(), decode, budget), asked, aborted };
}

it('asks once for what several want, and keeps it', async () => {
  const { store, asked } = make();
  const [one, two] = await Promise.all([store.load(ref(1), options()), store.load(ref(1), options())]);
  expect(one).toBe(two);
  expect(await store.load(ref(1), options())).toBe(one);
  expect(store.peek(ref(1))).toBe(one);
  expect(store.peek(ref(2))).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect([one.width, one.contentType, one.fileBytes, store.bytes]).toEqual([10, 'image/png', 100, 500]);
});

it('drops the longest unused, but nothing that is held', async () => {
  const { store } = make(1500);
  const first = await store.load(ref(1), options());
  const release = store.hold(first);
  for (const step of [2, 3, 4, 5]) await store.load(ref(step), options());
  expect([1, 2, 3, 4, 5].map((step) => store.peek(ref(step)) !== undefined)).toEqual([true, false, false, true, true]);
  store.peek(ref(4));
  store.peek(ref(5));
  release();
  release();
  await store.load(ref(6), options());
  expect(store.peek(ref(1))).toBeUndefined();
  store.clear();
  expect([store.bytes, store.peek(ref(6))]).toEqual([0, undefined]);
});

it('gives up a request when nobody waits for it', async () => {
  const { store, aborted } = make();
  const [a, b] = [new AbortController(), new AbortController()];
  const first = store.load(ref(1), a);
  const second = store.load(ref(1), b);
  a.abort();
  await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  expect(aborted).toHaveLength(0);
  b.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  expect(aborted).toHaveLength(1);
  // It can be asked for again.
  expect((await store.load(ref(1), options())).width).toBe(10);
});

it('says what the server found wrong with an image that cannot be decoded', async () => {
  const { store } = make(1000, () => Promise.reject(new Error('EncodingError')));
  const failure = await store.load(ref(1), options()).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImageError);
  expect(failure).toMatchObject({ reason: 'claims 2^31 pixels' });
  expect(store.bytes).toBe(0);
});

it('passes on that an image is not there', async () => {
  const { store } = make();
  await expect(store.load(ref(404), options())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
