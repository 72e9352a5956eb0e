import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { GraphWriter } from './support/graph_events';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';

const models = fileURLToPath(new URL('../data/graph_files/', import.meta.url));

function drawing(page: Page): Locator {
  return page.getByRole('application');
}

function chooser(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Run' });
}

async function shown(page: Page): Promise<string> {
  return (await drawing(page).getAttribute('aria-label')) ?? '';
}

async function openLogged(world: World): Promise<Page> {
  new GraphWriter(`${world.logs}/train`).add([{ name: 'x', op: 'Placeholder' }]).close();
  const page = await world.open(await world.serve(), { path: '#graphs', mayFail: true });
  await eventually(() => shown(page)).toContain('train');
  return page;
}

test('a model is drawn without a log directory, whatever its format', async ({ world }) => {
  for (const [name, part] of [
    ['small_cnn.onnx', 'small_cnn.onnx'],
    ['residual.json', 'residual.json'],
    ['pooling.keras', 'pooling.keras'],
    ['frozen.pb', 'frozen.pb'],
    ['frozen.pbtxt', 'frozen.pbtxt'],
    ['scale_saved_model', 'scale_saved_model'],
  ] as const) {
    // Without a name in the address: the file is all there is to show.
    const page = await world.open(await world.serveGraph(`${models}${name}`));
    await eventually(() => shown(page)).toContain(`Graph of ${part}`);
    expect(await page.title()).toContain(part);
    await page.context().close();
  }
});

test('layers of a Keras file are found and told', async ({ world }) => {
  const page = await world.open(await world.serveGraph(`${models}residual.json`), { path: '#graphs' });
  await eventually(() => shown(page)).toContain('6 items shown');
  await page.getByRole('tab', { name: 'Find' }).click();
  await page.getByRole('search', { name: 'Find nodes' }).getByLabel('Find nodes', { exact: true }).fill('logits');
  await page.getByRole('group', { name: 'Found nodes' }).getByTitle('residual/logits').click();
  await page.getByRole('tab', { name: 'Node' }).click();
  await eventually(() => page.getByRole('tabpanel').last().textContent()).toContain('residual/sum');
  expect(await accessibilityProblems(page)).toEqual([]);
});

test('a file that is replaced is shown anew after a reload', async ({ world }) => {
  const path = world.scratch.file('模型.pbtxt', 'node { name: "before" op: "A" }');
  const page = await world.open(await world.serveGraph(path), { path: '#graphs', mayFail: true });
  await eventually(() => shown(page)).toContain('Graph of 模型.pbtxt, 1 node');
  world.scratch.file('模型.pbtxt', 'node { name: "a" op: "A" } node { name: "b" op: "B" input: "a" }');
  await page.getByRole('button', { name: 'Model files' }).click();
  await page.getByRole('menuitem', { name: /Read 模型.pbtxt again/ }).click();
  await eventually(() => shown(page)).toContain('2 nodes');
  // Half a file: what was drawn stays, and the page says why.
  world.scratch.file('模型.pbtxt', 'not a graph');
  await page.getByRole('button', { name: 'Model files' }).click();
  await page.getByRole('menuitem', { name: /Read 模型.pbtxt again/ }).click();
  await eventually(() => page.getByRole('main').textContent()).toContain('no GraphDef in text format');
  expect(await shown(page)).toContain('2 nodes');
});

test('a chosen file stands beside the runs, has a link of its own, and can be removed', async ({ world }) => {
  const page = await openLogged(world);
  const [dialog] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open a model file' }).click(),
  ]);
  await dialog.setFiles(`${models}dense.onnx`);
  await eventually(() => shown(page)).toContain('Graph of dense.onnx');
  expect(await chooser(page).locator('optgroup').getAttribute('label')).toBe('Files');
  await eventually(() => page.url()).toContain('graphs-run=file');
  await page.reload();
  await eventually(() => shown(page)).toContain('Graph of dense.onnx');
  await chooser(page).selectOption({ label: 'train' });
  await eventually(() => shown(page)).toContain('Graph of train');
  await chooser(page).selectOption({ label: 'dense.onnx' });
  await page.getByRole('button', { name: 'Model files' }).click();
  await page.getByRole('menuitem', { name: 'Remove dense.onnx from the list' }).click();
  await eventually(() => shown(page)).toContain('Graph of train');
  await eventually(() => chooser(page).locator('option').count()).toBe(1);
  await page.goBack();
  await eventually(() => page.locator('body').textContent()).toContain('no longer open on the server');
});

test('files are taken where they are dropped; a bad one is told and the page goes on', async ({ world }) => {
  const page = await openLogged(world);
  await drop(page, 'letter.txt', Buffer.from('Dear reader'));
  await eventually(() => page.locator('body').textContent()).toContain('letter.txt cannot be opened: no GraphDef');
  expect(await shown(page)).toContain('Graph of train');
  await drop(page, 'seq.json', readFileSync(`${models}siamese.json`));
  await eventually(() => shown(page)).toContain('Graph of seq.json');
  await eventually(() => shown(page)).toContain('5 items shown');
  expect(await accessibilityProblems(page)).toEqual([]);
});

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ text, fileName }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], fileName));
      return data;
    },
    { text: bytes.toString('base64'), fileName: name },
  );
  for (const type of ['dragenter', 'dragover']) await drawing(page).dispatchEvent(type, { dataTransfer: transfer });
  await eventually(() => page.locator('body').textContent()).toContain('Drop a model file');
  await drawing(page).dispatchEvent('drop', { dataTransfer: transfer });
}
