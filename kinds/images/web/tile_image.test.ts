import { expect, it } from 'vitest';
import { Server } from '$api/server';
import { LoadQueue } from '$media/load_queue';
import type { ValueRef } from '$media/media_url';
import { ImageStore } from './image_store';
import { TileImage } from './tile_image.svelte';

const ref = (step: number): ValueRef => ({ runId: 'a', tagId: 'b', step, version: 1, sample: 0 });

class World {
  readonly asked: number[] = [];
  readonly #answers = new Map<number, () => void>();
  readonly tile: TileImage;

  constructor(status = 200, code = '') {
    const server = new Server('/', async (input, init) => {
      const step = Number(new URL(String(input), 'http://x').searchParams.get('step'));
      this.asked.push(step);
      await new Promise<void>((resolve, reject) => {
        this.#answers.set(step, resolve);
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      const error = JSON.stringify({ error: { code, message: 'the server says no' } });
      return new Response(status === 200 ? new Uint8Array(10) : error, { status });
    });
    const decode = async (): Promise<{ width: number; height: number }> => ({ width: 1, height: 1 });
    this.tile = new TileImage(new ImageStore(server, new LoadQueue(), decode));
  }

  show(step: number | undefined, ...next: readonly number[]): void {
    this.tile.show(step === undefined ? undefined : ref(step), next.map(ref), () => 0);
  }

  async answer(step: number): Promise<void> {
    this.#answers.get(step)?.();
    for (let i = 0; i < 10; i += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  get step(): string | undefined {
    return this.tile.image?.key.split('/')[2];
  }
}

it('shows the newest that was asked for, and the one before until it comes', async () => {
  const world = new World();
  world.show(1);
  await world.answer(1);
  expect([world.step, world.tile.isBusy]).toEqual(['1', false]);
  world.show(2);
  world.show(3);
  expect([world.step, world.tile.isBusy]).toEqual(['1', true]);
  await world.answer(3);
  await world.answer(2);
  expect([world.step, world.tile.isBusy]).toEqual(['3', false]);
  world.show(undefined);
  expect(world.step).toBeUndefined();
});

it('has what comes next before it is asked for', async () => {
  const world = new World();
  world.show(1, 2, 3);
  expect(world.asked).toEqual([1, 2, 3]);
  for (const step of [1, 2, 3]) await world.answer(step);
  world.show(2, 3);
  expect([world.step, world.tile.isBusy]).toEqual(['2', false]);
  expect(world.asked).toHaveLength(3);
});

it('goes on with a request that was sent ahead', async () => {
  const world = new World();
  world.show(1, 2);
  await world.answer(1);
  world.show(2, 3);
  await world.answer(2);
  expect([world.step, world.asked]).toEqual(['2', [1, 2, 3]]);
});

it('tells damage from what may be tried again', async () => {
  const lost = new World(410, 'DATA_LOSS');
  lost.show(1);
  await lost.answer(1);
  expect(lost.tile.failure).toEqual({ kind: 'damaged', reason: 'the server says no' });
  const failed = new World(500, 'INTERNAL');
  failed.show(1);
  await failed.answer(1);
  expect(failed.tile.failure).toMatchObject({ kind: 'failed' });
  failed.tile.retry();
  expect([failed.asked, failed.tile.isBusy]).toEqual([[1, 1], true]);
  failed.tile.dispose();
});
