import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { animatedPng, ImageWriter, plainPng, type Color } from './support/image_events';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

const red: Color = [200, 0, 0];

// The colour tells the step: what is seen can be checked against what was logged.
function colorOfStep(step: number, blue = 0): Color {
  return [step * 2, 100, blue];
}

function write(world: World, run: string, steps: readonly number[], blue = 0): ImageWriter {
  const writer = new ImageWriter(`${world.logs}/${run}`);
  for (const step of steps) writer.add(step, { picture: [plainPng(colorOfStep(step, blue))] });
  return writer;
}

class ImagesPage {
  constructor(readonly page: Page) {}

  card(tag: string): Locator {
    return this.page.getByRole('article', { name: `Images of ${tag}`, exact: true });
  }

  // The card in full screen.
  get full(): Locator {
    return this.page.getByRole('dialog');
  }

  slider(place: Locator): Locator {
    return place.getByRole('slider', { name: 'Step', exact: true });
  }

  // Of each image in the place the colour in its middle; '' while it is not there.
  colors(place: Locator): Promise<readonly string[]> {
    return place.locator('img[data-key]').evaluateAll((images) =>
      images.map((image) => {
        if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) return '';
        const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
        context?.drawImage(image, 0, 0);
        const middle = context?.getImageData(image.naturalWidth / 2, image.naturalHeight / 2, 1, 1).data;
        return [...(middle ?? [])].slice(0, 3).join();
      }),
    );
  }

  async waitForColors(place: Locator, ...colors: readonly Color[]): Promise<void> {
    await eventually(() => this.colors(place)).toEqual(colors.map((color) => color.join()));
  }

  async choose(place: Locator, item: string): Promise<void> {
    await place.getByRole('button', { name: 'More', exact: true }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }
}

async function saved(world: World, download: Download): Promise<Buffer> {
  const path = world.scratch.folder('downloads', download.suggestedFilename());
  await download.saveAs(path);
  return readFileSync(path);
}

async function openImages(world: World, tail = ''): Promise<ImagesPage> {
  return new ImagesPage(await world.open(await world.serve(), { path: `#images${tail}` }));
}

test('every step can be reached: by arrows, by its number, and as a film', async ({ world }) => {
  write(
    world,
    'train',
    Array.from({ length: 100 }, (_, i) => i),
  ).close();
  const images = await openImages(world, '?images-speed=120');
  const card = images.card('picture');
  await images.waitForColors(card, colorOfStep(99));
  await images.slider(card).focus();
  await images.page.keyboard.press('ArrowLeft');
  await images.waitForColors(card, colorOfStep(98));
  await images.page.keyboard.press('Home');
  await images.waitForColors(card, colorOfStep(0));
  const field = card.getByRole('textbox', { name: 'Go to step' });
  await field.fill('41');
  await field.press('Enter');
  await images.waitForColors(card, colorOfStep(41));
  await eventually(() => images.page.url()).toContain('images-step=41');
  await card.getByRole('button', { name: 'Play as a film' }).click();
  await images.waitForColors(card, colorOfStep(99));
});

test('an animated image plays', async ({ world }) => {
  const batch = [animatedPng([red, [0, 0, 200]])];
  new ImageWriter(`${world.logs}/train`).add(0, { film: batch }).close();
  const images = await openImages(world);
  const tile = images.card('film').locator('img[data-key]');
  await images.waitForColors(images.card('film'), red);
  // A canvas shows the first frame for ever; what is on the screen changes.
  const seen = new Set<string>();
  await eventually(async () => seen.add((await tile.screenshot()).toString('base64')).size).toBeGreaterThan(1);
});

test('a link restores the step, or the nearest to it', async ({ world }) => {
  write(world, 'train', [0, 10, 20, 30]).close();
  const images = await openImages(world, '?images-step=19');
  await images.waitForColors(images.card('picture'), colorOfStep(20));
  expect(await images.slider(images.card('picture')).getAttribute('aria-valuetext')).toBe('Step 20, 3 of 4');
});

test('one slider moves all cards to their nearest step, unless each has its own', async ({ world }) => {
  const writer = new ImageWriter(`${world.logs}/train`);
  for (let step = 0; step <= 100; step += 10) {
    writer.add(step, {
      often: [plainPng(colorOfStep(step))],
      ...(step % 50 === 0 && { seldom: [plainPng(colorOfStep(step, 9))] }),
    });
  }
  writer.close();
  const images = await openImages(world);
  const [often, seldom] = [images.card('often'), images.card('seldom')];
  await images.waitForColors(seldom, colorOfStep(100, 9));
  await images.slider(often).focus();
  for (let i = 0; i < 4; i += 1) await images.page.keyboard.press('ArrowLeft');
  await images.waitForColors(often, colorOfStep(60));
  await images.waitForColors(seldom, colorOfStep(50, 9));
  await often.getByRole('button', { name: 'A step for each card' }).click();
  await images.slider(often).press('Home');
  await images.waitForColors(often, colorOfStep(0));
  await images.waitForColors(seldom, colorOfStep(50, 9));
  await often.getByRole('button', { name: 'One step for all cards' }).click();
  await images.waitForColors(seldom, colorOfStep(0, 9));
});

test('runs stand beside each other, and the samples of a batch in a strip', async ({ world }) => {
  for (const [run, blue] of [
    ['a', 10],
    ['b', 200],
  ] as const) {
    const batch = [0, 1, 2].map((sample) => plainPng([sample * 50, 0, blue]));
    new ImageWriter(`${world.logs}/${run}`).add(3, { batch }).close();
  }
  const images = await openImages(world);
  const card = images.card('batch');
  await images.waitForColors(card, [0, 0, 10], [0, 0, 200]);
  await card.getByRole('radio', { name: 'Image 3 of 3' }).click();
  await images.waitForColors(card, [100, 0, 10], [100, 0, 200]);
  await images.page.reload();
  await images.waitForColors(card, [100, 0, 10], [100, 0, 200]);
  await images.page.getByRole('checkbox', { name: 'Show a', exact: true }).uncheck();
  await images.waitForColors(card, [100, 0, 200]);
});

test('damaged images say so, and others stay', async ({ world }) => {
  const whole = plainPng(red, 64, 64);
  const writer = new ImageWriter(`${world.logs}/train`);
  writer.add(1, {
    good: [whole],
    nonsense: [Buffer.from('no image at all')],
    cut: [whole.subarray(0, whole.length - 20)],
  });
  writer.close();
  const images = await openImages(world);
  await images.waitForColors(images.card('good'), red);
  await eventually(() => images.card('nonsense').getByRole('alert').innerText()).toContain('Damaged image');
  await eventually(() => images.card('cut').innerText()).toMatch(/Damaged/);
});

test('a new step is shown when it comes, unless an older one was chosen', async ({ world }) => {
  const writer = write(world, 'train', [1, 2]);
  const images = await openImages(world);
  const card = images.card('picture');
  await images.waitForColors(card, colorOfStep(2));
  writer.add(3, { picture: [plainPng(colorOfStep(3))] });
  await images.waitForColors(card, colorOfStep(3));
  await images.slider(card).press('Home');
  await images.waitForColors(card, colorOfStep(1));
  writer.add(4, { picture: [plainPng(colorOfStep(4))] });
  writer.close();
  await eventually(() => images.slider(card).getAttribute('aria-valuetext')).toBe('Step 1, 1 of 4');
  await images.waitForColors(card, colorOfStep(1));
});

test('two runs or two steps are compared', async ({ world }) => {
  write(world, 'a', [1, 2]).close();
  write(world, 'b', [1, 2], 50).close();
  const images = await openImages(world);
  await images.waitForColors(images.card('picture'), colorOfStep(2), colorOfStep(2, 50));
  await images.choose(images.card('picture'), 'Compare');
  const mode = images.full.getByRole('combobox', { name: 'How to compare' });
  await mode.selectOption('difference');
  const said = images.full.getByRole('status');
  // Only blue differs, by 50 of 255.
  await eventually(() => said.innerText()).toBe('100% of the pixels differ; mean 16.7, most 50 of 255');
  await images.full.getByRole('combobox', { name: 'Run of B' }).selectOption({ label: 'a' });
  await eventually(() => said.innerText()).toContain('mean 0.667, most 2 of 255');
  await images.full.getByRole('button', { name: 'Hold B at this step' }).click();
  await eventually(() => said.innerText()).toBe('Both images are the same');
  await images.slider(images.full).press('Home');
  await eventually(() => said.innerText()).toContain('most 2 of 255');
  for (const name of ['side', 'blink', 'swipe']) {
    await mode.selectOption(name);
    await eventually(() => images.full.locator('img').count()).toBe(2);
  }
});

test('an overview shows runs and steps, and leads to each', async ({ world }) => {
  write(world, 'a', [0, 50, 100]).close();
  write(world, 'b', [0, 100], 50).close();
  const images = await openImages(world);
  await images.waitForColors(images.card('picture'), colorOfStep(100), colorOfStep(100, 50));
  await images.choose(images.card('picture'), 'Overview');
  const table = images.full.getByRole('table');
  await eventually(() => table.getByRole('button').count()).toBe(5);
  await table.getByRole('button', { name: 'a, step 50' }).click();
  await images.full.getByRole('button', { name: 'Images', exact: true }).click();
  await images.waitForColors(images.full, colorOfStep(50), colorOfStep(0, 50));
});

test('images are zoomed and moved together', async ({ world }) => {
  write(world, 'a', [1]).close();
  write(world, 'b', [1], 50).close();
  const images = await openImages(world);
  const card = images.card('picture');
  await images.waitForColors(card, colorOfStep(1), colorOfStep(1, 50));
  const widths = (): Promise<readonly number[]> =>
    card.locator('img[data-key]').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
  const [before = 0] = await widths();
  await card.getByRole('group', { name: /^a, step 1/ }).press('+');
  await eventually(widths).toEqual([Math.round(before * 1.5), Math.round(before * 1.5)]);
  await eventually(() => images.page.url()).toContain('images-zoom=1.5_0.5_0.5');
  await card.getByRole('button', { name: 'Zoomed 150%' }).click();
  await eventually(widths).toEqual([before, before]);
});

test('one image and all of them are downloaded', async ({ world }) => {
  write(world, 'train', [1, 2, 3]).close();
  const images = await openImages(world);
  const card = images.card('picture');
  await images.waitForColors(card, colorOfStep(3));
  const [one] = await Promise.all([
    images.page.waitForEvent('download'),
    images.choose(card, 'Download the images shown'),
  ]);
  expect(one.suggestedFilename()).toBe('train_picture_00000003.png');
  expect(await saved(world, one)).toEqual(plainPng(colorOfStep(3)));
  const [all] = await Promise.all([images.page.waitForEvent('download'), images.choose(card, 'Download all steps')]);
  expect(all.suggestedFilename()).toBe('picture.zip');
  const zip = await saved(world, all);
  for (const step of [1, 2, 3]) {
    expect(zip.includes(plainPng(colorOfStep(step)))).toBe(true);
    expect(zip.includes(`train/picture/0000000${step}.png`)).toBe(true);
  }
});

test('names are shown as they are, whatever they hold', async ({ world }) => {
  const name = '<img src=x onerror="document.title=1">';
  new ImageWriter(`${world.logs}/run`).add(1, { [name]: [plainPng(red)] }).close();
  const images = await openImages(world);
  await images.waitForColors(images.card(name), red);
  await images.card(name).getByRole('button', { name: 'Full screen' }).click();
  await images.waitForColors(images.full, red);
  expect(await images.page.title()).not.toBe('1');
});

test('axe finds nothing wrong: cards, full screen, comparison, overview, settings', async ({ world }) => {
  const bad = Buffer.from('no image');
  for (const run of ['a', 'b']) {
    new ImageWriter(`${world.logs}/${run}`)
      .add(1, { batch: [plainPng(red), plainPng(red)], bad: [bad] })
      .add(2, { batch: [plainPng(red), plainPng(red)] })
      .close();
  }
  const server = await world.serve();
  for (const colorScheme of ['light', 'dark'] as const) {
    const images = new ImagesPage(await world.open(server, { path: '#images', colorScheme, mayFail: true }));
    await images.waitForColors(images.card('batch'), red, red);
    await images.page.keyboard.press(']');
    await eventually(() => images.page.getByRole('complementary', { name: 'Settings of the images' }).count()).toBe(1);
    expect(await accessibilityProblems(images.page)).toEqual([]);
    await images.choose(images.card('batch'), 'Compare');
    await eventually(() => images.full.locator('img').count()).toBeGreaterThan(1);
    expect(await accessibilityProblems(images.page)).toEqual([]);
    await images.full.getByRole('button', { name: 'Overview', exact: true }).click();
    await eventually(() => images.full.getByRole('table').getByRole('button').count()).toBe(4);
    expect(await accessibilityProblems(images.page)).toEqual([]);
  }
});
