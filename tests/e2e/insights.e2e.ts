import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

// One run that learns and one whose loss becomes NaN.
function log(world: World): void {
  world
    .run('healthy')
    .addMany(200, (step) => ({ loss: Math.exp(-step / 40) + 0.01 * Math.sin(step) }))
    .close();
  world
    .run('sick')
    .addMany(200, (step) => ({ loss: step < 120 ? Math.exp(-step / 40) : Number.NaN }))
    .close();
}

function finding(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('link', { name: 'Show loss of sick' });
}

test('what was found is listed with its evidence, and leads to the chart', async ({ world }) => {
  log(world);
  const page = await world.open(await world.serve(), { path: '#insights' });
  await eventually(() => finding(page).count()).toBeGreaterThan(0);
  expect(await page.getByRole('link', { name: 'Show loss of healthy' }).count()).toBe(0);
  await finding(page).first().click();
  await eventually(() => page.url()).toMatch(/#scalars\?.*full=/);
  await eventually(() => page.getByRole('dialog').count()).toBe(1);
});

test('cards have a quiet badge, and the tab a number', async ({ world }) => {
  log(world);
  const page = await world.open(await world.serve(), { path: '#scalars' });
  const badge = page.getByRole('article', { name: /loss/ }).getByRole('button', { name: /finding/ });
  await badge.click();
  await eventually(() => finding(page).count()).toBeGreaterThan(0);
  await eventually(() =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: /^Insights/ })
      .textContent(),
  ).toMatch(/\d/);
});

test('runs in order are told so, with what was checked', async ({ world }) => {
  world
    .run('healthy')
    .addMany(200, (step) => ({ loss: Math.exp(-step / 40) }))
    .close();
  const page = await world.open(await world.serve(), { path: '#insights' });
  await eventually(() => page.getByText('Nothing found').count()).toBe(1);
  await eventually(() => page.getByText(/rules over 1 series checked/).count()).toBe(1);
});

test('no accessibility problem, in light and dark', async ({ world }) => {
  log(world);
  const server = await world.serve();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await world.open(server, { path: '#insights', colorScheme });
    await eventually(() => finding(page).count()).toBeGreaterThan(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  }
});
