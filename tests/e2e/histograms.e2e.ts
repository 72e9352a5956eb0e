import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { bell, HistogramWriter, type Buckets } from './support/histogram_events';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

// A layer that moves and one that stays where it is.
function logLayers(world: World, run = 'train', steps = 20, drift = 0.1): HistogramWriter {
  const writer = new HistogramWriter(`${world.logs}/${run}`);
  for (let step = 0; step < steps; step += 1) {
    writer.add(step * 10, { 'weights/moving': bell(step * drift, 1), 'weights/still': bell(0, 1) });
  }
  return writer;
}

function card(page: Page, tag: string): Locator {
  return page.getByRole('article', { name: `Histograms of ${tag}`, exact: true });
}

function plots(place: Locator): Locator {
  return place.getByRole('application');
}

test('a card shows all steps as ridges, and a heat map adds up every one', async ({ world }) => {
  logLayers(world).close();
  const page = await world.open(await world.serve(), { path: '#histograms' });
  const plot = plots(card(page, 'weights/moving'));
  await eventually(() => plot.getAttribute('aria-label')).toMatch(/^train, weights\/moving: 20 steps from 0 to 190/);
  await page.getByLabel('Form').first().selectOption('Heat map');
  await eventually(() => page.url()).toContain('histograms-mode=heat');
  await eventually(() => plot.getAttribute('aria-label')).toMatch(/20 steps from 0 to 190/);
});

test('keys walk over steps and bins, mark a step and choose a range, and the link keeps both', async ({ world }) => {
  logLayers(world).close();
  const server = await world.serve();
  const page = await world.open(server, { path: '#histograms' });
  const plot = plots(card(page, 'weights/moving'));
  await plot.focus();
  await page.keyboard.press('ArrowUp');
  const spoken = plot.locator('[aria-live]');
  await eventually(() => spoken.textContent()).toMatch(/^Step [\d,]+, values .* to .*: .*of all/);
  await page.keyboard.press('Enter');
  await eventually(() => page.url()).toMatch(/histograms-step=\d+/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+Enter');
  await eventually(() => page.url()).toContain('histograms-steps=');
  const other = await world.open(server, { path: page.url().slice(page.url().indexOf('#')) });
  await eventually(() => plots(card(other, 'weights/moving')).getAttribute('aria-label')).toMatch(
    /: [1-9] steps? from/,
  );
  await other.getByRole('button', { name: 'Show all steps again' }).click();
  await eventually(() => plots(card(other, 'weights/moving')).getAttribute('aria-label')).toMatch(/: 20 steps from/);
});

test('a new step appears by itself', async ({ world }) => {
  const writer = logLayers(world);
  const page = await world.open(await world.serve(), { path: '#histograms' });
  const plot = plots(card(page, 'weights/still'));
  await eventually(() => plot.getAttribute('aria-label')).toMatch(/: 20 steps/);
  writer.add(200, { 'weights/still': bell(0, 1) }).close();
  await eventually(() => plot.getAttribute('aria-label')).toMatch(/: 21 steps from 0 to 200/);
});

test('two runs stand beside each other, or are compared in one picture', async ({ world }) => {
  logLayers(world, 'a').close();
  logLayers(world, 'b', 20, 0.3).close();
  const page = await world.open(await world.serve(), { path: '#histograms' });
  const moving = card(page, 'weights/moving');
  await eventually(() => plots(moving).count()).toBe(2);
  await page.getByRole('combobox', { name: 'Runs', exact: true }).selectOption('Two mirrored');
  await eventually(() => plots(moving).count()).toBe(1);
  await eventually(() => plots(moving).getAttribute('aria-label')).toMatch(/^a and b at step 190/);
});

test('the list of layers has the one that drifts on top, and leads to its card', async ({ world }) => {
  logLayers(world).close();
  const page = await world.open(await world.serve(), { path: '#histograms?histograms-open=none' });
  await page.getByRole('button', { name: 'Layers' }).click();
  const layers = page.getByRole('complementary', { name: 'Layers' }).getByRole('listitem');
  await eventually(() => layers.count()).toBe(2);
  expect(await layers.first().textContent()).toContain('weights/moving');
  await layers.first().getByRole('button').click();
  await eventually(() => plots(card(page, 'weights/moving')).count()).toBe(1);
});

test('a value that is no histogram is told in its card, and the others are shown', async ({ world }) => {
  const broken: Buckets = [
    [Number.NaN, 1, 5],
    [3, 2, -4],
    [0, 1, 7],
  ];
  const writer = logLayers(world, 'train', 5);
  writer.add(50, { 'weights/moving': broken }).close();
  const page = await world.open(await world.serve(), { path: '#histograms' });
  const moving = card(page, 'weights/moving');
  await eventually(() => plots(moving).getAttribute('aria-label')).toMatch(/: 6 steps from 0 to 50/);
  await moving.getByRole('button', { name: '1 problem' }).click();
  await eventually(() => page.getByText(/^Step 50:/).count()).toBe(1);
});

test('all buckets can be downloaded, as they were logged', async ({ world }) => {
  logLayers(world, 'train', 3).close();
  const page = await world.open(await world.serve(), { path: '#histograms' });
  const moving = card(page, 'weights/moving');
  await eventually(() => plots(moving).count()).toBe(1);
  await moving.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download all steps as CSV' }).click(),
  ]);
  const path = world.scratch.folder('downloads', download.suggestedFilename());
  await download.saveAs(path);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines[0]).toBe('step,wall_time,left,right,count');
  expect(lines).toHaveLength(1 + 3 * 30);
});

test('markup in names stays text, and the page has no accessibility problem', async ({ world }) => {
  const tag = 'weights/<img src=x onerror=alert(1)>';
  const writer = new HistogramWriter(`${world.logs}/<b>run<b>`);
  for (let step = 0; step < 3; step += 1) writer.add(step, { [tag]: bell(0, 1), constant: [[2, 2, 9]], empty: [] });
  writer.close();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await world.open(await world.serve(), { path: '#histograms', colorScheme });
    await eventually(() => plots(card(page, tag)).count()).toBe(1);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});
