import { expect, it } from 'vitest';
import { Server } from '$api/server';
import { FakeMediaServer, fakeMediaRun, fakeTagId } from './fake_media_server';
import { LoadQueue } from './load_queue';
import { allMediaFiles, endingOf, fitsZip, mediaFile, zipMedia, type ZipProgress } from './media_download';
import { MediaSteps } from './media_steps.svelte';
import type { StepSeries } from './step_series';

async function oneSeries(): Promise<readonly StepSeries[]> {
  const server = new FakeMediaServer();
  server.series = [{ run: 'a', steps: [1, 2, 30], facts: { count: 2 } }];
  const steps = new MediaSteps(server.app, 'images', new LoadQueue());
  steps.show({ tagId: fakeTagId, runs: [fakeMediaRun('a')], areAllRuns: false });
  for (let i = 0; i < 30; i += 1) await new Promise((resolve) => setImmediate(resolve));
  return steps.series;
}

it('names files by run, tag, step and sample', async () => {
  const series = await oneSeries();
  const files = allMediaFiles(series);
  expect(files.map((file) => file.name)).toEqual(
    ['00000001_0', '00000001_1', '00000002_0', '00000002_1', '00000030_0', '00000030_1'].map(
      (name) => `name of a/picture/${name}`,
    ),
  );
  expect(fitsZip(files)).toBe(true);
  expect(series[0] && mediaFile(series[0], 3, 0)).toBeUndefined();
});

it('knows the endings of files', () => {
  expect(['image/png', 'audio/wav; rate=8000', 'what/ever'].map(endingOf)).toEqual(['png', 'wav', 'bin']);
});

it('puts what it can get into a zip file, and says what it could not get', async () => {
  const files = allMediaFiles(await oneSeries());
  const server = new Server('/', async (input) => {
    const isBad = String(input).includes('step=2&');
    if (isBad) return new Response('{"error":{"code":"DATA_LOSS","message":"replaced"}}', { status: 410 });
    return new Response('bytes', { headers: { 'Content-Type': 'image/jpeg' } });
  });
  const seen: ZipProgress[] = [];
  const outcome = await zipMedia(server, 'images', files, {
    queue: new LoadQueue(),
    signal: new AbortController().signal,
    onprogress: (progress) => seen.push(progress),
  });
  expect([outcome.failed, outcome.left, seen.at(-1)]).toEqual([2, 0, { done: 6, of: 6 }]);
  const text = await outcome.blob.text();
  expect(text).toContain('00000030_1.jpg');
  expect(text).toContain('name of a/picture/00000002_1: replaced');
});

it('ends when it is given up', async () => {
  const files = allMediaFiles(await oneSeries());
  const giveUp = new AbortController();
  const server = new Server('/', async () => {
    giveUp.abort();
    throw new DOMException('aborted', 'AbortError');
  });
  const options = { queue: new LoadQueue(), signal: giveUp.signal };
  await expect(zipMedia(server, 'images', files, options)).rejects.toMatchObject({ name: 'AbortError' });
});
