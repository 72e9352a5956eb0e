import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { GraphWriter, type GraphNode } from './support/graph_events';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

const before: readonly GraphNode[] = [
  { name: 'input', op: 'Placeholder' },
  { name: 'dense/MatMul', op: 'MatMul', inputs: ['input'] },
  { name: 'dense/Relu', op: 'Relu', inputs: ['dense/MatMul'] },
  { name: 'dropout/Mul', op: 'Mul', inputs: ['dense/Relu'] },
  { name: 'loss', op: 'Sum', inputs: ['dropout/Mul'] },
];
// Another activation, no dropout, a norm instead.
const after: readonly GraphNode[] = [
  { name: 'input', op: 'Placeholder' },
  { name: 'dense/MatMul', op: 'MatMul', inputs: ['input'] },
  { name: 'dense/Relu', op: 'Elu', inputs: ['dense/MatMul'] },
  { name: 'norm/Sub', op: 'Sub', inputs: ['dense/Relu'] },
  { name: 'norm/Div', op: 'RealDiv', inputs: ['norm/Sub'] },
  { name: 'loss', op: 'Sum', inputs: ['norm/Div'] },
];

async function openBoth(world: World, tail: string): Promise<Page> {
  new GraphWriter(`${world.logs}/first`).add(before).close();
  new GraphWriter(`${world.logs}/second`).add(after).close();
  return world.open(await world.serve(), { path: `#graphs?graphs-run=first${tail}` });
}

function bar(page: Page): Locator {
  return page.getByRole('group', { name: 'Comparison of two graphs' });
}

test('two graphs are drawn in one, and each difference is reached', async ({ world }) => {
  const page = await openBoth(world, '');
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.getByLabel('Compare with').selectOption({ label: 'second' });
  await eventually(() => bar(page).textContent()).toContain('4 places');
  expect(await bar(page).getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/2$/),
    expect.stringMatching(/1$/),
    expect.stringMatching(/2$/),
  ]);
  await page.getByRole('application').focus();
  // A whole scope that came or went is one place.
  for (const [i, id] of ['n:loss', 'n:dense/Relu', 's:norm', 's:dropout'].entries()) {
    await page.keyboard.press('n');
    await eventually(() => bar(page).textContent()).toContain(`${String(i + 1)} of 4`);
    await eventually(() => decodeURIComponent(page.url())).toContain(`graphs-at=${id}`);
  }
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await page.getByRole('tab', { name: 'Node' }).click();
  const card = page.getByRole('region', { name: 'Differences' });
  await eventually(() => card.textContent()).toContain('Elu');
  expect(await card.textContent()).toContain('Relu');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a link brings the comparison back, and one graph of it alone', async ({ world }) => {
  const page = await openBoth(world, '&graphs-with=second,,op&graphs-show=old');
  await eventually(() => bar(page).getByLabel('Show').inputValue()).toBe('old');
  await bar(page).getByRole('button', { name: 'End the comparison' }).click();
  await eventually(() => page.url()).not.toContain('graphs-with');
  await eventually(() => bar(page).count()).toBe(0);
});

test('a graph to compare with that is not there is named, and the first is shown', async ({ world }) => {
  const page = await openBoth(world, '&graphs-with=third,,op');
  await eventually(() => page.getByText('The graph to compare with is not there: third').count()).toBe(1);
  await eventually(() => page.getByRole('application').getAttribute('aria-label')).toContain('items shown');
});
