import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { stringsValue } from './support/event_file';
import { test, type World } from './support/page_test';
import { eventually, ScalarsPage } from './support/scalars_page';

const unsmoothed = '#scalars?smooth=0';

async function openRamp(world: World, path = unsmoothed): Promise<ScalarsPage> {
  world
    .run('ramp')
    .addMany(101, (step) => ({ loss: step / 8 }))
    .close();
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path }));
  await scalars.waitForCurves('loss', 1);
  return scalars;
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent('download');
  await press();
  const download = await waiting;
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part));
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString() };
}

test('smoothing is set by the keyboard and stays in the address', async ({ world }) => {
  const scalars = await openRamp(world, '');
  await scalars.page.keyboard.press(']');
  const slider = scalars.page.getByRole('slider', { name: 'Smoothing' });
  await slider.focus();
  const before = Number(await slider.inputValue());
  await slider.press('ArrowRight');
  await eventually(async () => Number(await slider.inputValue())).toBeGreaterThan(before);
  await slider.press('Home');
  await eventually(() => scalars.page.url()).toContain('smooth=0');
});

test('a drag zooms in, the server is asked again, a double click fits', async ({ world }) => {
  const scalars = await openRamp(world);
  const whole = await scalars.summary('loss');
  await scalars.drag('loss', [0.4, 0.5], [0.6, 0.5]);
  await eventually(async () => (await scalars.summary('loss'))?.x[0]).toBeGreaterThan(20);
  const zoomed = await scalars.summary('loss');
  expect(zoomed?.x[1]).toBeLessThan(80);
  await eventually(() => scalars.coloredPixels('loss')).toBeGreaterThan(20);
  await scalars.page.mouse.dblclick(...(await scalars.place('loss', 0.5, 0.5)));
  await eventually(() => scalars.summary('loss')).toEqual(whole);
  // Where there is nothing, what says so is not in the way.
  await scalars.drag('loss', [0.3, 0.2], [0.5, 0.4]);
  const empty = scalars.card('loss').getByText('No points in this view');
  await empty.waitFor();
  const box = await empty.boundingBox();
  await scalars.page.mouse.dblclick((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  await eventually(() => scalars.summary('loss')).toEqual(whole);
});

test('zooming shows points that the overview has no room for', async ({ world }) => {
  // A spike one point wide among 20,000.
  world
    .run('spiky')
    .addMany(20_001, (step) => ({ loss: step === 10_007 ? 1000 : step % 2 }))
    .close();
  const page = await world.open(await world.serve(), { path: `${unsmoothed}&outliers=0` });
  const scalars = new ScalarsPage(page);
  const { y } = await scalars.waitForCurves('loss', 1);
  expect(y[1]).toBeGreaterThanOrEqual(1000);
  const setLimits = async (minimum: string, maximum: string): Promise<void> => {
    await scalars.chart('loss').press('x');
    await page.getByRole('textbox', { name: 'Minimum' }).fill(minimum);
    await page.getByRole('textbox', { name: 'Maximum' }).fill(maximum);
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  // Without the spike, the axis fits what is left.
  await setLimits('10000', '10005');
  await eventually(async () => (await scalars.summary('loss'))?.y[1]).toBeLessThan(10);
  await setLimits('10000', '10020');
  await eventually(async () => (await scalars.summary('loss'))?.y[1]).toBeGreaterThanOrEqual(1000);
});

test('the readout has exact values', async ({ world }) => {
  const scalars = await openRamp(world);
  await scalars.page.mouse.move(...(await scalars.place('loss', 0.5, 0.5)));
  const row = scalars.page.locator('.sg-readout tbody tr').first();
  await row.waitFor();
  await eventually(async () => {
    const step = Number((await row.locator('.sg-readout-step').textContent())?.replaceAll(',', ''));
    const value = Number(await row.locator('.sg-readout-value').getAttribute('title'));
    return step > 0 && value === step / 8;
  }).toBe(true);
});

test('P pins what the pointer reads and not its card; two pins tell what happens in between', async ({ world }) => {
  const scalars = await openRamp(world);
  const table = scalars.card('loss').getByRole('region', { name: 'Pinned values of loss' });
  const pin = async (across: number): Promise<void> => {
    await scalars.page.mouse.move(...(await scalars.place('loss', across, 0.3)));
    await scalars.page.locator('.sg-readout').waitFor();
    await scalars.page.keyboard.press('p');
  };
  await pin(0.3);
  await table.getByRole('columnheader', { name: 'Value' }).waitFor();
  await pin(0.7);
  await table.getByRole('columnheader', { name: 'Max' }).waitFor();
  const cells = await table.getByRole('row').last().getByRole('cell').allInnerTexts();
  const [start = 0, end = 0, change = 0] = cells.slice(1).map(Number);
  expect(end).toBeGreaterThan(start);
  expect(change).toBe(end - start);
  expect(await scalars.page.getByRole('heading', { name: 'Pinned' }).count()).toBe(0);
});

test('Backspace goes back to what was seen before a zoom', async ({ world }) => {
  const scalars = await openRamp(world);
  await scalars.drag('loss', [0.3, 0.5], [0.8, 0.5]);
  await eventually(async () => (await scalars.summary('loss'))?.x[0]).toBeGreaterThan(10);
  const first = await scalars.summary('loss');
  // Zooms that follow each other at once are one step.
  await scalars.page.waitForTimeout(600);
  await scalars.drag('loss', [0.4, 0.5], [0.6, 0.5]);
  await eventually(async () => (await scalars.summary('loss'))?.x[0]).toBeGreaterThan(40);
  await scalars.chart('loss').press('Backspace');
  await eventually(() => scalars.summary('loss')).toEqual(first);
});

test('arrow keys move along the curve and say where they are', async ({ world }) => {
  const scalars = await openRamp(world);
  const chart = scalars.chart('loss');
  await chart.focus();
  await chart.press('Home');
  await chart.press('ArrowRight');
  await eventually(() =>
    scalars
      .card('loss')
      .getByText(/^ramp: .* at /)
      .count(),
  ).toBeGreaterThan(0);
});

test('NaN and infinities are counted and marked', async ({ world }) => {
  world
    .run('a')
    .addMany(50, (step) => ({ loss: step === 10 ? Number.NaN : step === 20 ? Number.POSITIVE_INFINITY : 1 }))
    .close();
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path: unsmoothed }));
  const { y } = await scalars.waitForCurves('loss', 1);
  expect(Number.isFinite(y[1])).toBe(true);
  await scalars.card('loss').getByText('2 not finite').waitFor();
});

test('a tag of which no value could be read says so once', async ({ world }) => {
  world
    .run('a')
    .addMany(3, (step) => ({ loss: step }))
    .addValues(0, [stringsValue('words', 'scalars', [], [Buffer.from('no number')])])
    .close();
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path: unsmoothed }));
  await scalars.card('words').getByText('No data in the selected runs').waitFor();
  expect(await scalars.card('words').getByText('No points').count()).toBe(0);
});

test('a logarithmic axis tells what it has no place for', async ({ world }) => {
  world
    .run('a')
    .addMany(50, (step) => ({ loss: step % 10 === 5 ? 0 : 1 + step }))
    .close();
  world
    .run('b')
    .addMany(20_000, (step) => ({ long: step === 7 ? -1 : 1 }))
    .close();
  const path = `${unsmoothed}&y=log`;
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path }));
  await scalars.waitForCurves('loss', 1);
  await scalars.card('loss').getByText('5 not positive').waitFor();
  await scalars.card('long').getByText('some not positive').waitFor();
  await scalars.card('loss').getByRole('button', { name: 'More for this card' }).click();
  await scalars.page.getByRole('menuitemradio', { name: 'Symmetric log' }).first().click();
  await eventually(() => scalars.card('loss').getByText('not positive').count()).toBe(0);
});

test('all points can be had as CSV', async ({ world }) => {
  const scalars = await openRamp(world);
  const file = await downloaded(scalars.page, () => scalars.choose('loss', 'CSV, all points'));
  expect(file.name).toBe('ramp-loss.csv');
  const lines = file.text.trim().split('\n');
  expect(lines.length).toBe(102);
  expect(file.text).toContain('ramp,loss,100,1700000101.0,12.5');
});

test('a figure can be saved as SVG', async ({ world }) => {
  const scalars = await openRamp(world);
  await scalars.choose('loss', 'Export figure');
  const dialog = scalars.page.getByRole('dialog', { name: 'Save as picture' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Loss <&> more');
  const file = await downloaded(scalars.page, () => dialog.getByRole('button', { name: 'Save' }).click());
  expect(file.name).toMatch(/\.svg$/);
  expect(file.text).toContain('<svg');
  expect(file.text).toContain('Loss &lt;&amp;&gt; more');
  expect(file.text).toMatch(/<path[^>]* d="M/);
});

test('a card whose request fails says so and tries again when told', async ({ world }) => {
  world
    .run('a')
    .addMany(20, (step) => ({ loss: step, other: step }))
    .close();
  const server = await world.serve();
  const page = await world.newPage({ mayFail: true });
  const scalars = new ScalarsPage(page);
  let isBroken = true;
  await page.route('**/api/scalars', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'the disk is on fire' } } })
      : route.continue(),
  );
  await page.goto(`${server.address}/${unsmoothed}`);
  const alert = scalars.card('loss').getByRole('alert');
  await alert.getByText('the disk is on fire').waitFor();
  isBroken = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await scalars.waitForCurves('loss', 1);
});

test('switching runs on and off fifty times leaves nothing behind', async ({ world }) => {
  for (const name of ['a', 'b', 'c', 'd'])
    world
      .run(name)
      .addMany(500, (step) => Object.fromEntries(['p', 'q', 'r', 's'].map((tag) => [tag, step])))
      .close();
  const page = await world.open(await world.serve());
  const scalars = new ScalarsPage(page);
  await scalars.waitForCurves('p', 4);
  const session = await page.context().newCDPSession(page);
  const all = page.getByRole('checkbox', { name: 'Select or deselect all shown' });
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize;
  };
  const toggle = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) {
      await all.click();
      await page.getByRole('main').getByText('No run is selected').waitFor();
      await all.click();
      await scalars.waitForCurves('p', 4);
    }
  };
  // The first rounds fill caches and compile code.
  await toggle(10);
  const before = await heap();
  await toggle(50);
  expect(await heap()).toBeLessThan(before * 1.5 + 4_000_000);
});
