import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test, type World } from './support/page_test';
import { eventually, ScalarsPage } from './support/scalars_page';

async function openPage(world: World): Promise<ScalarsPage> {
  for (const name of ['alpha', 'beta'])
    world
      .run(name)
      .addMany(50, (step) => ({ 'x/loss': step, 'x/rate': step, 'z/depth': step }))
      .close();
  const scalars = new ScalarsPage(await world.open(await world.serve()));
  await scalars.waitForCurves('x/loss', 2);
  return scalars;
}

test('the palette finds actions, runs and tags', async ({ world }) => {
  const scalars = await openPage(world);
  const { page } = scalars;
  const find = async (text: string, option: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find runs, tags and actions' }).fill(text);
    await page.getByRole('option', { name: option }).first().waitFor();
  };
  await find('dark', /Light or dark theme/);
  await page.keyboard.press('Enter');
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await find('alph', /alpha/);
  await page.keyboard.press('Enter');
  await scalars.waitForCurves('x/loss', 1);
  // One that the filter leaves out is shown all the same, and what is typed before the palette is there is not lost.
  await scalars.runFilter.fill('alpha');
  await eventually(() => scalars.runBox('beta').count()).toBe(0);
  await page.getByRole('main').click({ position: { x: 5, y: 400 } });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('beta');
  await page.getByRole('option', { name: 'beta' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(() => scalars.runBox('beta').isChecked()).toBe(true);
  expect(await scalars.runFilter.inputValue()).toBe('');
  await scalars.waitForCurves('x/loss', 1);
  await find('depth', /z\/depth/);
  await page.keyboard.press('Enter');
  await eventually(() => scalars.card('z/depth').count()).toBe(1);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find runs, tags and actions' }).fill('no such thing anywhere');
  await page.getByRole('status').getByText('Nothing is called that').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('dialog').count()).toBe(0);
});

test('help lists the keys', async ({ world }) => {
  const { page } = await openPage(world);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Find runs, tags and actions').first().waitFor();
  const rows = await dialog.locator('dl > div').allInnerTexts();
  const keysOf = (what: string): string | undefined => rows.find((row) => row.includes(what))?.split('\n')[0];
  expect(keysOf('Back to the view before')).toBe('Backspace');
  expect(keysOf('Keep this curve in front')).toBe('Enter');
  await page.keyboard.press('Escape');
  await eventually(() => dialog.count()).toBe(0);
});

// Does the page look different where the focus is?
async function isFocusSeen(page: Page): Promise<boolean> {
  const focused = await page.evaluateHandle(() => document.activeElement);
  const element = focused.asElement();
  const box = await element?.boundingBox();
  if (element === null || box === null || box === undefined) return false;
  const margin = 4;
  const x = Math.max(0, box.x - margin);
  const y = Math.max(0, box.y - margin);
  const clip = {
    x,
    y,
    width: Math.max(1, Math.min(1440 - x, box.width + 2 * margin)),
    height: Math.max(1, Math.min(900 - y, box.height + 2 * margin)),
  };
  const before = await page.screenshot({ clip });
  await element.evaluate((node) => node instanceof HTMLElement && node.blur());
  const after = await page.screenshot({ clip });
  await element.evaluate((node) => node instanceof HTMLElement && node.focus());
  return !before.equals(after);
}

test('everything is reached by Tab, and the focus is always seen', async ({ world }) => {
  const { page } = await openPage(world);
  const names = new Set<string>();
  const unseen: string[] = [];
  for (let i = 0; i < 80; i += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return undefined;
      const name = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent;
      return { name: name.trim(), hasOutline: getComputedStyle(element).outlineStyle !== 'none' };
    });
    if (focused === undefined) continue;
    // Pictures are dear: only where no outline says it.
    if (!focused.hasOutline && !names.has(focused.name) && !(await isFocusSeen(page))) unseen.push(focused.name);
    names.add(focused.name);
  }
  expect(unseen).toEqual([]);
  const all = [...names].join('\n');
  for (const wanted of ['Skip to the charts', 'Scalars', 'Reload', 'Settings', 'Filter runs', 'Filter tags', 'x/loss'])
    expect(all).toContain(wanted);
  expect(names.has('')).toBe(false);
});

test('runs are chosen without a mouse', async ({ world }) => {
  const scalars = await openPage(world);
  const { page } = scalars;
  await scalars.runBox('alpha').focus();
  await page.keyboard.press('Space');
  await scalars.waitForCurves('x/loss', 1);
  await page.keyboard.press('Space');
  await scalars.waitForCurves('x/loss', 2);
});

test('a card fills the window and goes back', async ({ world }) => {
  const scalars = await openPage(world);
  const { page } = scalars;
  const small = await scalars.chart('x/loss').boundingBox();
  await scalars.card('x/loss').getByRole('button', { name: 'Full screen' }).press('Enter');
  const full = page.getByRole('application', { name: /^x\/loss\./ });
  await eventually(async () => (await full.last().boundingBox())?.width).toBeGreaterThan((small?.width ?? 0) * 2);
  await page.keyboard.press('Escape');
  await eventually(async () => (await full.first().boundingBox())?.width).toBe(small?.width);
});
