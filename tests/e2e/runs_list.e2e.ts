import { expect } from 'vitest';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually, ScalarsPage } from './support/scalars_page';

function logRuns(world: World, names: readonly string[]): void {
  names.forEach((name, i) =>
    world
      .run(name)
      .addMany(20, (step) => ({ loss: step + i }))
      .close(),
  );
}

test('a filter narrows the list and the charts, and the address keeps it', async ({ world }) => {
  logRuns(world, ['cat/a', 'cat/b', 'dog/a']);
  const scalars = new ScalarsPage(await world.open(await world.serve()));
  await scalars.waitForCurves('loss', 3);
  await scalars.runFilter.fill('^cat -b');
  await scalars.waitForCurves('loss', 1);
  expect(await scalars.runBox('cat/a').count()).toBe(1);
  expect(await scalars.runBox('cat/b').count()).toBe(0);
  await eventually(() => scalars.page.url()).toContain('filter=');
  await scalars.page.reload();
  await scalars.waitForCurves('loss', 1);
  await scalars.runFilter.fill('');
  await scalars.waitForCurves('loss', 3);
});

test('an expression that does not compile says what and where', async ({ world }) => {
  logRuns(world, ['a', 'b']);
  const scalars = new ScalarsPage(await world.open(await world.serve()));
  await scalars.waitForCurves('loss', 2);
  await scalars.runFilter.fill('a [bc');
  const problem = scalars.page.getByRole('alert').filter({ hasText: 'At character 3' });
  await problem.waitFor();
  expect(await scalars.runFilter.getAttribute('aria-invalid')).toBe('true');
  // Nothing is hidden by what cannot be understood.
  expect((await scalars.summary('loss'))?.curves).toBe(2);
  await scalars.runFilter.fill('');
  await scalars.page.getByRole('button', { name: 'Condition and top N' }).click();
  await scalars.page.getByRole('textbox', { name: /^Condition/ }).fill('los >= 1');
  await scalars.page.getByRole('alert').filter({ hasText: 'No run has the tag "los"' }).waitFor();
  await scalars.page.getByRole('main').getByRole('button', { name: 'Clear the filter of the list' }).click();
  await scalars.waitForCurves('loss', 2);
  await scalars.tagFilter.fill('(');
  await scalars.page
    .getByRole('alert')
    .filter({ hasText: /group|parenthes/i })
    .waitFor();
});

test('runs are switched one by one, alone, and all', async ({ world }) => {
  logRuns(world, ['a', 'b', 'c']);
  const scalars = new ScalarsPage(await world.open(await world.serve()));
  await scalars.waitForCurves('loss', 3);
  await scalars.runBox('b').uncheck();
  await scalars.waitForCurves('loss', 2);
  await scalars.page.getByRole('button', { name: 'Only c', exact: true }).click();
  await scalars.waitForCurves('loss', 1);
  expect(await scalars.runBox('a').isChecked()).toBe(false);
  expect(await scalars.runBox('c').isChecked()).toBe(true);
  const all = scalars.page.getByRole('checkbox', { name: 'Select or deselect all shown' });
  await all.click();
  await scalars.waitForCurves('loss', 3);
  // Off and on again without moving the pointer.
  const place = await all.boundingBox();
  await all.click();
  await scalars.page.getByRole('main').getByText('No run is selected').waitFor();
  expect(await all.boundingBox()).toEqual(place);
});

test('no run selected is told apart from no data', async ({ world }) => {
  logRuns(world, ['a', 'b']);
  const scalars = new ScalarsPage(await world.open(await world.serve()));
  await scalars.waitForCurves('loss', 2);
  await scalars.page.getByRole('checkbox', { name: 'Select or deselect all shown' }).click();
  const main = scalars.page.getByRole('main');
  await main.getByText('No run is selected').waitFor();
  expect(await main.getByText('have no scalars').count()).toBe(0);
  expect(await accessibilityProblems(scalars.page)).toEqual([]);
  await main.getByRole('button', { name: 'Select all runs' }).click();
  await scalars.waitForCurves('loss', 2);
  // What was typed over the list is another reason, with another way out.
  await scalars.runFilter.fill('nothing like this');
  await main.getByText('No run matches the filter of the list').waitFor();
  expect(await main.getByText('No run is selected').count()).toBe(0);
  await main.getByRole('button', { name: 'Clear the filter of the list' }).click();
  await scalars.waitForCurves('loss', 2);
  await scalars.tagFilter.fill('nothing like this');
  await main.getByText('No tag matches').waitFor();
});

test('names of all sorts are shown as they are and harm nobody', async ({ world }) => {
  const names = ['<img src=x onerror=alert(1)>', '"quotes" & \'more\'', '🚀🧪', 'שלום עולם', '%2e%2e'];
  // As long as a path may be.
  const long = Array.from({ length: 15 }, (_, i) => `${i}-${'x'.repeat(245)}`).join('/');
  // Shown as it is, it would read "evil".
  const turning = '\u202elive';
  logRuns(world, [...names, turning, long]);
  world
    .run('tags')
    .addMany(3, (step) => ({
      '': step,
      '<b>bold</b>/<i>': step,
      [`long/${'y'.repeat(10_000)}`]: step,
      '🚀/שלום': step,
    }))
    .close();
  const scalars = new ScalarsPage(await world.open(await world.serve()));
  await scalars.waitForCurves('loss', names.length + 2);
  for (const name of names) expect(await scalars.runBox(name).count(), name).toBe(1);
  await scalars.waitForCurves('<b>bold</b>/<i>', 1);
  await scalars.waitForCurves('🚀/שלום', 1);
  await scalars.waitForCurves(`long/${'y'.repeat(10_000)}`, 1);
  // In the list, and in the readout.
  await scalars.chart('loss').hover();
  await eventually(() => scalars.page.getByText('\\u202elive', { exact: true }).count()).toBe(2);
  await scalars.page.mouse.move(0, 0);
  await scalars.page.getByRole('heading', { name: '(without a name)' }).waitFor();
  expect(await scalars.page.locator('main b, main img, aside img').count()).toBe(0);
  expect(await scalars.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  expect(await accessibilityProblems(scalars.page)).toEqual([]);
});

test('a note, a name and a colour stay with the run', async ({ world }) => {
  logRuns(world, ['a', 'b']);
  const server = await world.serve();
  const { page } = new ScalarsPage(await world.open(server));
  await page.getByRole('button', { name: 'Actions for a', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Note and tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'About this run' });
  await dialog.getByRole('textbox', { name: 'Name to show' }).fill('the good one');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('lowest loss so far');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('keep');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('checkbox', { name: 'Show the good one' }).waitFor();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Show the good one' }).waitFor();
  // Somebody else sees the same.
  const other = await world.open(server);
  await other.getByRole('checkbox', { name: 'Show the good one' }).waitFor();
  await other.getByText('keep', { exact: true }).waitFor();
  // Runs are grouped by any tag they have.
  const grouped = await world.open(server, { path: '#scalars?group=mean*std*t1*' });
  await grouped.getByText('Mean of runs grouped by run tag', { exact: true }).waitFor();
});

test('a column is made wider by hand or by keys, and stays so', async ({ world }) => {
  logRuns(world, ['a', 'b']);
  const scalars = new ScalarsPage(await world.open(await world.serve(), { path: '#scalars?rcols=max:loss' }));
  await scalars.waitForCurves('loss', 2);
  const { page } = scalars;
  const edge = page.getByRole('separator', { name: /double click for its own/ });
  const width = async (): Promise<number> => Number(await edge.getAttribute('aria-valuenow'));
  const before = await width();
  const box = await edge.boundingBox();
  if (box === null) throw new Error('the edge is not to be seen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + 5, { steps: 4 });
  await page.mouse.up();
  expect(await width()).toBe(before + 40);
  await page.keyboard.press('ArrowLeft');
  expect(await width()).toBe(before + 32);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await edge.waitFor();
  expect(await width()).toBe(before + 32);
  await edge.dblclick();
  await eventually(width).toBe(before);
  // So it is with the edge of the whole list.
  const paneEdge = page.getByRole('separator', { name: 'Width of the runs list' });
  const paneWidth = async (): Promise<number> => Number(await paneEdge.getAttribute('aria-valuenow'));
  const usual = await paneWidth();
  await paneEdge.press('Shift+ArrowRight');
  await eventually(paneWidth).toBe(usual + 64);
  await paneEdge.dblclick();
  await eventually(paneWidth).toBe(usual);
});
