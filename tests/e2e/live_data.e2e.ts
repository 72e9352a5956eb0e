import { mkdirSync } from 'node:fs';
import { expect } from 'vitest';
import { accessibilityProblems, test } from './support/page_test';
import { eventually, ScalarsPage } from './support/scalars_page';

test('an empty directory says where it looks and how to log, and fills by itself', async ({ world }) => {
  mkdirSync(world.logs);
  const page = await world.open(await world.serve());
  await page.getByText('No data yet').waitFor();
  await page.getByText(world.logs).first().waitFor();
  await page.getByText('How to log').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  world
    .run('first')
    .addMany(10, (step) => ({ loss: step }))
    .close();
  await new ScalarsPage(page).waitForCurves('loss', 1);
});

test('a directory that does not exist yet is waited for', async ({ world }) => {
  const page = await world.open(await world.serve());
  await page.getByText('does not exist').waitFor();
  world
    .run('first')
    .addMany(10, (step) => ({ loss: step }))
    .close();
  await new ScalarsPage(page).waitForCurves('loss', 1);
});

test('points, tags and runs appear as they are written', async ({ world }) => {
  const writer = world.run('a').addMany(10, (step) => ({ loss: step }));
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path: '#scalars?smooth=0' }));
  const { x } = await scalars.waitForCurves('loss', 1);
  expect(x[1]).toBeLessThan(15);
  writer.add(100, { loss: 3 });
  await eventually(async () => (await scalars.summary('loss'))?.x[1]).toBeGreaterThanOrEqual(100);
  writer.add(101, { accuracy: 1 });
  await scalars.waitForCurves('accuracy', 1);
  writer.close();
  world
    .run('b')
    .addMany(10, (step) => ({ loss: step }))
    .close();
  await scalars.waitForCurves('loss', 2);
  await scalars.runBox('b').waitFor();
});

test('pausing keeps the picture, resuming brings what was missed', async ({ world }) => {
  const writer = world.run('a').addMany(10, (step) => ({ loss: step }));
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path: '#scalars?smooth=0' }));
  const { x } = await scalars.waitForCurves('loss', 1);
  await scalars.page.keyboard.press('L');
  await scalars.page.getByRole('button', { name: /Live data: Paused/ }).waitFor();
  writer.add(100, { loss: 3 });
  writer.close();
  // The page knows of the change and does not show it.
  await scalars.page.getByRole('button', { name: /Live data: Paused/ }).click();
  await scalars.page.getByText('newer data are waiting').waitFor();
  expect((await scalars.summary('loss'))?.x).toEqual(x);
  await scalars.page.keyboard.press('Escape');
  await scalars.page.keyboard.press('L');
  await eventually(async () => (await scalars.summary('loss'))?.x[1]).toBeGreaterThanOrEqual(100);
});

test('a server that goes away and comes back', async ({ world }) => {
  const writer = world.run('a').addMany(10, (step) => ({ loss: step }));
  const server = await world.serve();
  const scalars = new ScalarsPage(await world.open(server, { path: '#scalars?smooth=0', mayFail: true }));
  await scalars.waitForCurves('loss', 1);
  await server.kill();
  const gone = scalars.page.getByText('The server does not answer');
  await gone.first().waitFor();
  // What was shown is still there.
  expect((await scalars.summary('loss'))?.curves).toBe(1);
  writer.add(100, { loss: 3 });
  writer.close();
  await world.serve({ port: server.port });
  await eventually(async () => (await scalars.summary('loss'))?.x[1]).toBeGreaterThanOrEqual(100);
  await eventually(() => gone.count()).toBe(0);
});

test('damage in a file is told', async ({ world }) => {
  world
    .run('a')
    .addMany(10, (step) => ({ loss: step }))
    .close();
  const { appendFileSync } = await import('node:fs');
  appendFileSync(`${world.logs}/a/events.out.tfevents.1700000000.test`, Buffer.alloc(64, 0x5a));
  world
    .run('a', 1_700_000_500)
    .addMany(10, (step) => ({ loss: step }))
    .close();
  const page = await world.open(await world.serve());
  await page.getByRole('button', { name: /1 issue in the log files/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Issues in the log files' });
  await dialog.getByText('events.out.tfevents.1700000000.test').first().waitFor();
});
