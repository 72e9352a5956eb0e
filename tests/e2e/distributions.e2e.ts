import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { bell, HistogramWriter } from './support/histogram_events';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

function log(world: World, run = 'train', steps = 40): HistogramWriter {
  const writer = new HistogramWriter(`${world.logs}/${run}`);
  for (let step = 0; step < steps; step += 1) writer.add(step, { activations: bell(step / 10, 1) });
  return writer;
}

function card(page: Page): Locator {
  return page.getByRole('article', { name: 'Distribution of activations', exact: true });
}

function chart(page: Page): Locator {
  return card(page).getByRole('application');
}

test('percentiles over all steps, with their numbers under the cursor', async ({ world }) => {
  log(world).close();
  const page = await world.open(await world.serve(), { path: '#distributions' });
  await eventually(() => chart(page).first().getAttribute('aria-label')).toContain('39');
  await chart(page).first().focus();
  await page.keyboard.press('End');
  const spoken = card(page).locator('[aria-live]').filter({ hasText: 'median' });
  await eventually(() => spoken.first().textContent()).toContain('maximum');
});

test('the wheel zooms to single steps, and the link keeps the zoom', async ({ world }) => {
  log(world, 'train', 1500).close();
  const server = await world.serve();
  const page = await world.open(server, { path: '#distributions' });
  const plot = chart(page).first();
  await eventually(() => plot.getAttribute('aria-label')).toMatch(/to 15\d\d/);
  // More steps than are drawn at once.
  await eventually(() =>
    card(page)
      .getByText(/ of .* steps$/)
      .count(),
  ).toBe(1);
  const box = await plot.boundingBox();
  if (box === null) throw new Error('the plot has no place');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, -240);
  await page.keyboard.up('Control');
  await eventually(() => page.url()).toContain('distributions-zoom=');
  await eventually(() =>
    card(page)
      .getByText(/ of .* steps$/)
      .count(),
  ).toBe(0);
});

test('runs stand side by side or lie over each other', async ({ world }) => {
  log(world, 'a').close();
  log(world, 'b').close();
  const page = await world.open(await world.serve(), { path: '#distributions' });
  await eventually(() => chart(page).count()).toBe(2);
  const over = await world.open(await world.serve(), { path: '#distributions?distributions-runs=over' });
  await eventually(() => chart(over).count()).toBe(1);
});

test('no accessibility problem, in light and dark', async ({ world }) => {
  log(world).close();
  const server = await world.serve();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await world.open(server, { path: '#distributions', colorScheme });
    await eventually(() => chart(page).count()).toBe(1);
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});
