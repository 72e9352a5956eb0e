import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { AudioWriter, toneWav } from './support/audio_events';
import { accessibilityProblems, test, type OpenOptions, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

class AudioPage {
  constructor(readonly page: Page) {}

  card(tag: string): Locator {
    return this.page.getByRole('article', { name: `Clips of ${tag}`, exact: true });
  }

  picture(tag: string, run: string): Locator {
    return this.card(tag).getByRole('slider', { name: `Position in ${run}`, exact: true });
  }

  // How many different colours are in each canvas of the picture: 0 where nothing is drawn.
  colors(tag: string, run: string): Promise<readonly number[]> {
    return this.picture(tag, run)
      .locator('canvas')
      .evaluateAll((canvases) =>
        canvases.map((canvas) => {
          if (!(canvas instanceof HTMLCanvasElement)) return 0;
          const { width, height } = canvas;
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data.buffer;
          return new Set(pixels === undefined ? [] : new Uint32Array(pixels)).size - 1;
        }),
      );
  }
}

async function openAudio(world: World, tail = '', options: OpenOptions = {}): Promise<AudioPage> {
  return new AudioPage(await world.open(await world.serve(), { path: `#audio${tail}`, ...options }));
}

test('a clip is seen, with what is known of it, and played by the space bar', async ({ world }) => {
  new AudioWriter(`${world.logs}/train`).clip(1, 'tone', toneWav(440, 0.4)).close();
  const audio = await openAudio(world);
  const card = audio.card('tone');
  await card.getByText('WAV · 8 kHz · 16 bit · mono · 0.400 s').waitFor();
  await eventually(async () => (await audio.colors('tone', 'train'))[0]).toBeGreaterThan(0);
  await audio.picture('tone', 'train').focus();
  await audio.page.keyboard.press('l');
  await audio.page.keyboard.press(' ');
  await card.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  const position = async (): Promise<number> =>
    Number(await audio.picture('tone', 'train').getAttribute('aria-valuenow'));
  await eventually(position).toBeGreaterThan(0);
  await audio.page.keyboard.press(' ');
  await card.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await audio.page.keyboard.press('End');
  await eventually(position).toBeCloseTo(0.4);
  await audio.page.keyboard.press('Home');
  await eventually(position).toBe(0);
});

test('another run is heard at the same position, and one card plays at a time', async ({ world }) => {
  new AudioWriter(`${world.logs}/a`).clip(1, 'tone', toneWav(440, 3)).clip(1, 'other', toneWav(200, 3)).close();
  new AudioWriter(`${world.logs}/b`).clip(1, 'tone', toneWav(880, 3)).close();
  const audio = await openAudio(world);
  const hear = (name: string): Locator => audio.card('tone').getByRole('button', { name, exact: true });
  await audio.picture('tone', 'b').locator('canvas').waitFor();
  await audio.picture('tone', 'a').focus();
  await audio.page.keyboard.press('Shift+ArrowRight');
  await audio.page.keyboard.press('Shift+ArrowRight');
  await audio.page.keyboard.press('ArrowDown');
  await eventually(() => hear('b').getAttribute('aria-pressed')).toBe('true');
  expect(Number(await audio.picture('tone', 'b').getAttribute('aria-valuenow'))).toBeCloseTo(0.6);
  await audio.card('tone').getByRole('button', { name: 'Play', exact: true }).click();
  await audio.card('tone').getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await audio.card('other').getByRole('button', { name: 'Play', exact: true }).click();
  await audio.card('other').getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await audio.card('tone').getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test('every step and every clip of a step can be reached', async ({ world }) => {
  new AudioWriter(`${world.logs}/train`)
    .clips(1, 'batch', [toneWav(440, 0.1), toneWav(440, 0.2)])
    .clips(2, 'batch', [toneWav(440, 0.3), toneWav(440, 0.4)])
    .close();
  const audio = await openAudio(world);
  const card = audio.card('batch');
  await card.getByText(/mono · 0\.300 s$/).waitFor();
  await card.getByRole('combobox', { name: 'Clip of the step' }).selectOption({ label: 'Clip 2 of 2' });
  await card.getByText(/mono · 0\.400 s$/).waitFor();
  await card.getByRole('slider', { name: 'Step', exact: true }).focus();
  await audio.page.keyboard.press('Home');
  await card.getByText(/mono · 0\.200 s$/).waitFor();
  // A link restores both.
  await eventually(() => audio.page.url()).toMatch(/audio-step=1/);
  await audio.page.reload();
  await card.getByText(/mono · 0\.200 s$/).waitFor();
});

test('a clip that cannot be played says so, and the others stay', async ({ world }) => {
  new AudioWriter(`${world.logs}/train`)
    .clip(1, 'bytes', Buffer.from('<script>alert(1)</script>'))
    .clip(1, 'cut', toneWav(440, 1).subarray(0, 8000))
    .clip(1, 'good', toneWav(440, 0.5))
    .close();
  const audio = await openAudio(world);
  await audio.card('bytes').getByRole('alert').getByText('This browser cannot play it').waitFor();
  await audio
    .card('cut')
    .getByText(/cut off/)
    .waitFor();
  await eventually(async () => (await audio.colors('good', 'train'))[0]).toBeGreaterThan(0);
});

test('spectrogram and text of the same name stand beside the clip', async ({ world }) => {
  new AudioWriter(`${world.logs}/train`)
    .clip(1, 'speech', toneWav(1000, 1))
    .text(1, 'speech/text_summary', 'hello <b>world</b>')
    .close();
  const audio = await openAudio(world);
  await audio.card('speech').getByText('hello <b>world</b>').waitFor();
  await audio.page.getByRole('combobox', { name: 'What is drawn' }).selectOption({ label: 'Both' });
  await eventually(async () => (await audio.colors('speech', 'train'))[1]).toBeGreaterThan(10);
  await audio.page.getByRole('button', { name: 'Sound settings' }).click();
  await audio.page.getByRole('combobox', { name: 'Frequencies of the spectrogram' }).selectOption({ label: 'Linear' });
  await eventually(() => audio.page.url()).toMatch(/audio-scale=linear/);
});

test('a hundred clips are asked for six at a time', async ({ world }) => {
  const writer = new AudioWriter(`${world.logs}/train`);
  for (let i = 0; i < 100; i += 1) writer.clip(1, `clip${i}`, toneWav(100 + i, 0.05));
  writer.close();
  const server = await world.serve();
  const page = await world.newPage({ viewport: { width: 3000, height: 6000 } });
  const isClip = (url: string): boolean => /\/api\/audio\/(?:blob|info)/.test(url);
  let [running, most, done] = [0, 0, 0];
  page.on('request', (request) => {
    if (isClip(request.url())) most = Math.max(most, (running += 1));
  });
  page.on('requestfinished', (request) => {
    if (!isClip(request.url())) return;
    running -= 1;
    done += 1;
  });
  await page.goto(`${server.address}/#audio`);
  await eventually(() => Promise.resolve(done)).toBeGreaterThanOrEqual(100);
  expect(most).toBeLessThanOrEqual(6);
});

test('it is accessible, in the dark, in Chinese and on a telephone', async ({ world }) => {
  new AudioWriter(`${world.logs}/train`).clip(1, 'tone', toneWav(440, 0.4)).clip(2, 'tone', toneWav(220, 0.4)).close();
  const audio = await openAudio(world, '?audio-view=both');
  await audio.picture('tone', 'train').locator('canvas').first().waitFor();
  expect(await accessibilityProblems(audio.page)).toEqual([]);
  const phone = await openAudio(world, '?audio-view=both', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    locale: 'zh-CN',
  });
  await phone.page.getByRole('button', { name: '播放', exact: true }).waitFor();
  expect(await accessibilityProblems(phone.page)).toEqual([]);
});
