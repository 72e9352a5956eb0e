import { expect } from 'vitest';
import { test, type World } from './support/page_test';
import { eventually, ScalarsPage } from './support/scalars_page';

function logRuns(world: World): void {
  for (const name of ['a', 'b', 'c'])
    world
      .run(name)
      .addMany(50, (step) => ({ 'x/loss': step, 'x/rate': step, 'y/loss': step }))
      .close();
}

test('a link restores the view for somebody else', async ({ world }) => {
  logRuns(world);
  const server = await world.serve();
  const mine = new ScalarsPage(await world.open(server));
  await mine.waitForCurves('x/loss', 3);
  await mine.runBox('b').uncheck();
  await mine.tagFilter.fill('loss');
  await mine.drag('x/loss', [0.3, 0.5], [0.7, 0.5]);
  await eventually(async () => (await mine.summary('x/loss'))?.x[0]).toBeGreaterThan(5);
  await eventually(() => ['runs=', 'tags=', 'zoom='].every((part) => mine.page.url().includes(part))).toBe(true);
  const link = mine.page.url();
  expect(link.length).toBeLessThan(2048);
  const shown = await mine.waitForCurves('x/loss', 2);

  const theirs = new ScalarsPage(await world.open(server, { path: link.slice(server.address.length + 1) }));
  await theirs.waitForCurves('x/loss', 2);
  await eventually(() => theirs.summary('x/loss')).toEqual(shown);
  expect(await theirs.runBox('b').isChecked()).toBe(false);
  expect(await theirs.tagFilter.inputValue()).toBe('loss');
  expect(await theirs.card('x/rate').count()).toBe(0);
});

test('back undoes a step of the view', async ({ world }) => {
  logRuns(world);
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path: '#scalars' }));
  await scalars.waitForCurves('x/loss', 3);
  await scalars.page.getByRole('button', { name: 'Only a', exact: true }).click();
  await scalars.waitForCurves('x/loss', 1);
  await scalars.page.goBack();
  await scalars.waitForCurves('x/loss', 3);
  await scalars.page.goForward();
  await scalars.waitForCurves('x/loss', 1);
});

test('a link from another log directory says what is missing and shows the rest', async ({ world }) => {
  logRuns(world);
  const server = await world.serve();
  const first = new ScalarsPage(await world.open(server));
  await first.waitForCurves('x/loss', 3);
  await first.page.getByRole('button', { name: 'Only a', exact: true }).click();
  await eventually(() => first.page.url()).toMatch(/runs=[0-9a-f]{8}/);
  const here = /runs=([0-9a-f]{8})/.exec(first.page.url())?.[1] ?? '';
  const page = await world.open(server, { path: `#scalars?runs=${here},0123456789abcdef` });
  await page.getByText('1 of the 2 runs in this link').waitFor();
  await new ScalarsPage(page).waitForCurves('x/loss', 1);
  // Of another view it says nothing.
  await new ScalarsPage(page).runBox('b').check();
  await eventually(() => page.getByText('1 of the 2 runs in this link').count()).toBe(0);
});

test('a link to a kind that there is not opens one that there is', async ({ world }) => {
  logRuns(world);
  const page = await world.open(await world.serve(), { path: '#holograms' });
  await new ScalarsPage(page).waitForCurves('x/loss', 3);
  await eventually(() => page.getByRole('region', { name: 'Notices' }).textContent()).toContain('holograms');
});

test('damaged parameters count as not given', async ({ world }) => {
  logRuns(world);
  const path = '#scalars?smooth=banana&x=%00&runs=zzzz&zooms=%25%25&cards=((&tagsort=%E0%A4%A&open=?';
  const page = await world.open(await world.serve(), { path });
  await new ScalarsPage(page).waitForCurves('x/loss', 3);
});

test('a saved view is there for everybody and survives a reload', async ({ world }) => {
  logRuns(world);
  const server = await world.serve();
  const mine = new ScalarsPage(await world.open(server));
  await mine.waitForCurves('x/loss', 3);
  await mine.runFilter.fill('a|b');
  await mine.waitForCurves('x/loss', 2);
  await mine.page.getByRole('button', { name: 'Saved views' }).click();
  const dialog = mine.page.getByRole('dialog', { name: 'Saved views' });
  await dialog.getByRole('textbox', { name: 'Name of this view' }).fill('the <first> two');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Open "the <first> two"' }).waitFor();
  // Escape leaves the name as it is, and the dialog open.
  const rename = dialog.getByRole('button', { name: 'Rename "the <first> two"' });
  await rename.click();
  const name = dialog.getByRole('textbox', { name: 'New name of "the <first> two"' });
  await name.fill('nothing');
  await name.press('Escape');
  await rename.click();
  expect(await name.inputValue()).toBe('the <first> two');
  await name.fill('the <first> pair');
  await name.press('Enter');
  await dialog.getByRole('button', { name: 'Open "the <first> pair"' }).waitFor();

  const theirs = new ScalarsPage(await world.open(server));
  await theirs.waitForCurves('x/loss', 3);
  await theirs.page.getByRole('button', { name: 'Saved views' }).click();
  await theirs.page.getByRole('button', { name: 'Open "the <first> pair"' }).click();
  await theirs.waitForCurves('x/loss', 2);
  expect(await theirs.runFilter.inputValue()).toBe('a|b');
});
