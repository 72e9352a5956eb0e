import { gzipSync } from 'node:zlib';
import { createServer } from 'node:http';
import { expect } from 'vitest';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually, ScalarsPage } from './support/scalars_page';

function logTwoRuns(world: World): void {
  for (const [name, factor] of [
    ['train', 1],
    ['validation', 2],
  ] as const)
    world
      .run(name)
      .addMany(100, (step) => ({ 'loss/total': factor / (step + 1), 'loss/part': factor * step, accuracy: step / 100 }))
      .close();
}

test('the first page shows the runs and their charts', async ({ world }) => {
  logTwoRuns(world);
  const scalars = new ScalarsPage(await world.open(await world.serve()));
  const { x } = await scalars.waitForCurves('loss/total', 2);
  expect(x[0]).toBeLessThanOrEqual(0);
  expect(x[1]).toBeGreaterThanOrEqual(99);
  await scalars.waitForCurves('accuracy', 2);
  expect(await scalars.runBox('train').isChecked()).toBe(true);
  expect(await scalars.runBox('validation').isChecked()).toBe(true);
  await eventually(() => scalars.coloredPixels('loss/total')).toBeGreaterThan(50);
  expect(await scalars.page.getByRole('link', { name: 'Scalars' }).getAttribute('aria-current')).toBe('page');
});

test('everything up to the first chart is under 150 KB gzip, from this server alone', async ({ world }) => {
  logTwoRuns(world);
  const server = await world.serve();
  const page = await world.newPage();
  // What comes behind the first chart is in nobody's way. How much of that is there when this test looks depends on the machine, so the page
  // itself keeps when the chart stood.
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!/[1-9]\d* curves?\./.test(document.querySelector('[role=application]')?.ariaLabel ?? '')) return;
      performance.mark('first chart');
      watcher.disconnect();
    });
    watcher.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label'] });
  });
  const sizes = new Map<string, number>();
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    if (path.startsWith('/api/') || response.status() !== 200) return;
    void response.body().then(
      (body) => sizes.set(path, gzipSync(body, { level: 9 }).length),
      () => undefined,
    );
  });
  await page.goto(server.address);
  await new ScalarsPage(page).waitForCurves('loss/total', 2);
  await eventually(() => sizes.size).toBeGreaterThan(2);
  const later = await page.evaluate(() => {
    const stood = performance.getEntriesByName('first chart')[0]?.startTime ?? Infinity;
    const files = performance.getEntriesByType('resource').filter((file) => file.startTime > stood);
    return files.map((file) => new URL(file.name).pathname);
  });
  for (const path of later) sizes.delete(path);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(Object.fromEntries(sizes))).toBeLessThan(150_000);
});

test('no file of the page names another host', async ({ world }) => {
  logTwoRuns(world);
  const server = await world.serve();
  const seen = new Set<string>();
  const waiting = ['/'];
  const hosts: string[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await fetch(new URL(path, server.address));
    expect(answer.status, path).toBe(200);
    const text = await answer.text();
    for (const [, name] of text.matchAll(/["'`(]\.?\.?\/?((?:assets\/)?[\w.-]+\.(?:js|css|svg))["'`)]/g))
      if (name !== undefined) waiting.push(name.startsWith('assets/') ? `/${name}` : `/assets/${name}`);
    // Names of XML vocabularies are no addresses; pages that a message points at are not asked for.
    const named = [...text.matchAll(/\bhttps?:\/\/[^\s"'`)\\<>]+/g)].map(([address]) => address);
    hosts.push(...named.filter((address) => !/^http:\/\/www\.w3\.org\/|^https:\/\/svelte\.dev\/e\//.test(address)));
  }
  expect(seen.size).toBeGreaterThan(3);
  expect(hosts.filter((address) => !/^https?:\/\/(localhost|127\.0\.0\.1)\b/.test(address))).toEqual([]);
});

test('axe finds nothing wrong, in both themes', async ({ world }) => {
  logTwoRuns(world);
  const server = await world.serve();
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await world.open(server, { colorScheme });
    await new ScalarsPage(page).waitForCurves('loss/total', 2);
    expect(await page.locator('html').getAttribute('data-theme')).toBe(colorScheme);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press(']');
    await page.getByRole('slider', { name: 'Smoothing' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const key of ['?', ',', 'v']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      expect(await accessibilityProblems(page), key).toEqual([]);
      await page.keyboard.press('Escape');
      await eventually(() => page.getByRole('dialog').count()).toBe(0);
    }
  }
});

test('theme and language can be chosen and stay chosen', async ({ world }) => {
  logTwoRuns(world);
  const page = await world.open(await world.serve(), { colorScheme: 'light' });
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await eventually(() => page.locator('html').getAttribute('data-theme')).toBe('dark');
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('textbox', { name: '筛选标签' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toMatch(/^zh/);
  await page.reload();
  await page.getByRole('textbox', { name: '筛选标签' }).waitFor();
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});

test('a browser in Chinese gets Chinese words', async ({ world }) => {
  logTwoRuns(world);
  const page = await world.open(await world.serve(), { locale: 'zh-CN' });
  // What is wrong with an expression, too: the browser says it in English.
  await page.getByRole('textbox', { name: '筛选标签' }).fill('loss(');
  await page.getByRole('alert').filter({ hasText: '括号没有闭合' }).waitFor();
});

test('below a path prefix', async ({ world }) => {
  logTwoRuns(world);
  const server = await world.serve({ flags: ['--path_prefix', '/some/where'] });
  const page = await world.open(server, { path: 'some/where/' });
  await new ScalarsPage(page).waitForCurves('loss/total', 2);
});

test('inside a frame', async ({ world }) => {
  logTwoRuns(world);
  const server = await world.serve({ flags: ['--frame_ancestors', 'http://127.0.0.1:*'] });
  const outside = createServer((_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<title>outside</title><iframe src="${server.address}/" width="1200" height="700"></iframe>`),
  );
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
  try {
    const address = outside.address();
    const page = await world.newPage({ mayFail: true });
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('application').first().waitFor();
    await frame.getByRole('link', { name: 'Open in a new tab' }).waitFor();
  } finally {
    outside.close();
  }
});

test('on a telephone everything is within reach', async ({ world }) => {
  logTwoRuns(world);
  const page = await world.open(await world.serve(), { viewport: { width: 390, height: 844 }, hasTouch: true });
  const scalars = new ScalarsPage(page);
  await scalars.waitForCurves('accuracy', 2);
  // Nothing sticks out: the page does not scroll sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Show runs' }).click();
  await scalars.runBox('train').uncheck();
  await page.keyboard.press('Escape');
  await scalars.waitForCurves('accuracy', 1);
  expect(await accessibilityProblems(page)).toEqual([]);
});
