import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { GraphWriter, type GraphNode } from './support/graph_events';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

// Two layers that are built alike, one behind the other.
const network: readonly GraphNode[] = [
  { name: 'input', op: 'Placeholder' },
  ...['dense1', 'dense2'].flatMap((layer, i): readonly GraphNode[] => [
    { name: `${layer}/weights`, op: 'VariableV2' },
    { name: `${layer}/MatMul`, op: 'MatMul', inputs: [i === 0 ? 'input' : 'dense1/Relu', `${layer}/weights`] },
    { name: `${layer}/Relu`, op: 'Relu', inputs: [`${layer}/MatMul`] },
  ]),
  { name: 'loss', op: 'Sum', inputs: ['dense2/Relu', 'nowhere'] },
];

async function openGraph(world: World, nodes = network, tail = ''): Promise<Page> {
  new GraphWriter(`${world.logs}/train`).add(nodes).close();
  return world.open(await world.serve(), { path: `#graphs${tail}` });
}

function drawing(page: Page): Locator {
  return page.getByRole('application');
}

test('scopes are folded, opened by keys, and the link keeps what is open', async ({ world }) => {
  const page = await openGraph(world);
  await eventually(() => drawing(page).getAttribute('aria-label')).toContain('4 items shown');
  await page.getByRole('button', { name: 'Open one level more' }).click();
  await eventually(() => drawing(page).getAttribute('aria-label')).toContain('10 items shown');
  await eventually(() => page.url()).toContain('graphs-open=');
  await page.reload();
  await eventually(() => drawing(page).getAttribute('aria-label')).toContain('10 items shown');
});

test('a node is found by its name, shown where it is, and told in full', async ({ world }) => {
  const page = await openGraph(world);
  await page.getByRole('tab', { name: 'Find' }).click();
  await page.getByRole('search', { name: 'Find nodes' }).getByLabel('Find nodes', { exact: true }).fill('MatMul');
  await page.getByRole('group', { name: 'Found nodes' }).getByTitle('dense2/MatMul').click();
  await eventually(() => page.url()).toContain('graphs-at=');
  await page.getByRole('tab', { name: 'Node' }).click();
  const pane = page.getByRole('tabpanel').last();
  await eventually(() => pane.textContent()).toContain('dense1/Relu');
});

test('an input that names no node is told, and the rest is drawn', async ({ world }) => {
  const page = await openGraph(world);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await eventually(() => page.getByRole('tabpanel').last().textContent()).toContain('nowhere');
});

test('what is shown can be saved as DOT', async ({ world }) => {
  const page = await openGraph(world);
  await eventually(() => drawing(page).getAttribute('aria-label')).toContain('4 items shown');
  await page.getByRole('button', { name: /^Download/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /DOT/ }).click(),
  ]);
  const path = world.scratch.folder('downloads', download.suggestedFilename());
  await download.saveAs(path);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('digraph');
  expect(text).toContain('dense1');
});

test('markup in names stays text, and there is no accessibility problem', async ({ world }) => {
  const page = await openGraph(world, [...network, { name: '<img src=x onerror=alert(1)>', op: '<b>' }]);
  await eventually(() => drawing(page).getAttribute('aria-label')).toContain('5 items shown');
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a log directory without a graph says how to log one', async ({ world }) => {
  world
    .run('train')
    .addMany(3, (step) => ({ loss: step }))
    .close();
  const page = await world.open(await world.serve(), { path: '#graphs' });
  await eventually(() => page.getByRole('main').textContent()).toContain('keras');
});
