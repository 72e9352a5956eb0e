import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, test, type World } from './support/page_test';
import { eventually } from './support/scalars_page';
import { TextRunWriter } from './support/text_events';

function writer(world: World, run: string): TextRunWriter {
  return new TextRunWriter(`${world.logs}/${run}`);
}

function card(page: Page, tag: string): Locator {
  return page.getByRole('article', { name: `Texts of ${tag}`, exact: true });
}

// The text of a run, as it is shown.
function runText(page: Page, tag: string, run: string): Locator {
  return card(page, tag).getByRole('group', { name: run, exact: true });
}

const answer = (step: number): string =>
  `# Step ${step}\n\nThe **answer** is ${step}.\n\n\`\`\`\ndef f(x):  # twice\n    return x * 2\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n`;

function logAnswers(world: World): void {
  for (const run of ['train', 'validation']) {
    const texts = writer(world, run);
    for (let step = 0; step <= 40; step += 10) texts.add(step, 'model/answer', `${answer(step)}\nSaid by ${run}.`);
    texts.close();
  }
}

test('texts of all runs at the newest step, as Markdown, plain and table', async ({ world }) => {
  logAnswers(world);
  const page = await world.open(await world.serve(), { path: '#text' });
  const train = runText(page, 'model/answer', 'train');
  await eventually(() => train.getByRole('heading', { name: 'Step 40' }).count()).toBe(1);
  expect(await train.locator('strong').textContent()).toBe('answer');
  expect(await train.locator('.sg-code-keyword').allTextContents()).toEqual(['def', 'return']);
  expect(await train.locator('.sg-code-comment').textContent()).toBe('# twice');
  await eventually(() => runText(page, 'model/answer', 'validation').textContent()).toContain('Said by validation.');

  await page.getByLabel('Shown as').selectOption('Plain');
  await eventually(() => train.locator('.sg-plain').textContent()).toBe(`${answer(40)}\nSaid by train.`);
  expect(await train.locator('.sg-plain').evaluate((node) => getComputedStyle(node).whiteSpace)).toContain('pre-wrap');
  await page.getByLabel('Shown as').selectOption('Table');
  await eventually(() => train.getByRole('cell').count()).toBe(1);
});

test('the slider goes through all steps, by keyboard too, and the link keeps the place', async ({ world }) => {
  logAnswers(world);
  const server = await world.serve();
  const page = await world.open(server, { path: '#text' });
  const slider = card(page, 'model/answer').getByRole('slider', { name: 'Step' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const train = runText(page, 'model/answer', 'train');
  await eventually(() => train.getByRole('heading', { name: 'Step 20' }).count()).toBe(1);
  await eventually(() => page.url()).toContain('text-step=20');
  const other = await world.open(server, { path: page.url().slice(page.url().indexOf('#')) });
  await eventually(() => runText(other, 'model/answer', 'validation').textContent()).toContain('Step 20');
});

test('all steps as a list; a press shows one', async ({ world }) => {
  const texts = writer(world, 'train');
  for (let step = 0; step < 1000; step += 1) texts.add(step, 'log', `Line of step ${step}\nand more`);
  texts.close();
  const page = await world.open(await world.serve(), { path: '#text' });
  await page.getByLabel('Steps', { exact: true }).selectOption('All steps');
  const row = (step: string): Locator => card(page, 'log').getByRole('button', { name: `train Step ${step} ` });
  await eventually(() => row('3').textContent()).toContain('Line of step 3 and more');
  expect(await card(page, 'log').locator('.sg-step-row').count()).toBeLessThan(40);
  await row('3').click();
  await eventually(() => runText(page, 'log', 'train').textContent()).toContain('Line of step 3');
});

test('tables of texts', async ({ world }) => {
  writer(world, 'train')
    .add(1, 'grid', { cells: ['a', '**b**', 'c', 'd', 'e', 'f'], shape: [3, 2] })
    .close();
  const page = await world.open(await world.serve(), { path: '#text' });
  await eventually(() => runText(page, 'grid', 'train').locator('td strong').textContent()).toBe('b');
  await page.getByLabel('Shown as').selectOption('Table');
  await eventually(() => runText(page, 'grid', 'train').getByRole('cell').allTextContents()).toEqual([
    'a',
    '**b**',
    'c',
    'd',
    'e',
    'f',
  ]);
});

test('a search finds texts of all steps, and goes to them with marks', async ({ world }) => {
  const early = writer(world, 'early');
  const late = writer(world, 'late');
  for (let step = 0; step < 30; step += 1) {
    early.add(step, 'notes/a', step === 7 ? 'here is a **Needle** in it' : `hay ${step}`);
    late.add(step, 'notes/b', step === 21 ? 'another needle' : `hay ${step}`);
  }
  early.close();
  late.close();
  const page = await world.open(await world.serve(), { path: '#text' });
  await card(page, 'notes/a').waitFor();
  await page.keyboard.press('s');
  const field = page.getByRole('textbox', { name: 'Search in texts' });
  await eventually(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  await field.fill('needle');
  const hits = page.getByRole('group', { name: 'Found texts' }).getByRole('button');
  await eventually(() => hits.count()).toBe(2);
  await page.getByRole('button', { name: /notes\/a.*Step 7/ }).click();
  await eventually(() => runText(page, 'notes/a', 'early').locator('mark').allTextContents()).toEqual(['Needle']);
  await page.getByRole('switch', { name: 'Match case' }).click();
  await eventually(() => hits.count()).toBe(1);
  await page.getByRole('switch', { name: 'Regular expression' }).click();
  await field.fill('^another n.*e$');
  await eventually(() => page.getByRole('button', { name: /notes\/b.*Step 21/ }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await eventually(() => field.count()).toBe(0);
  await eventually(() => page.url()).not.toContain('text-find');
});

test('a search that the server refuses says why', async ({ world }) => {
  logAnswers(world);
  const page = await world.open(await world.serve(), { path: '#text?text-find=r:(', mayFail: true });
  await eventually(() =>
    page.getByRole('region', { name: 'Search in texts' }).getByRole('alert').textContent(),
  ).toContain('The search failed');
});

test('the difference between two steps and two runs', async ({ world }) => {
  writer(world, 'one').add(1, 'log', 'same\nold words here\nend').add(2, 'log', 'same\nnew words here\nend').close();
  writer(world, 'two').add(2, 'log', 'same\nend').close();
  const server = await world.serve();
  const page = await world.open(server, { path: '#text' });
  await card(page, 'log').getByRole('button', { name: 'Compare two texts' }).click();
  const lines = card(page, 'log').getByRole('group', { name: 'Difference' });
  await eventually(() => lines.textContent()).toContain('Gone: new words here');
  await card(page, 'log').getByLabel('Run after').selectOption('one');
  await eventually(() => card(page, 'log').getByRole('status').textContent()).toContain('The two texts are the same');
  const before = card(page, 'log').getByRole('group', { name: 'Before' }).getByRole('slider');
  await before.focus();
  await page.keyboard.press('Home');
  await eventually(() => lines.locator('em').allTextContents()).toEqual(['old', 'new']);
  await eventually(() => page.url()).toContain('text-diff=');
  expect(await accessibilityProblems(page)).toEqual([]);
  const other = await world.open(server, { path: page.url().slice(page.url().indexOf('#')) });
  await eventually(() => card(other, 'log').getByRole('group', { name: 'Difference' }).locator('em').count()).toBe(2);
});

const attacks = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<svg onload="window.hacked = 1"><animate onbegin="window.hacked = 1"/></svg>',
  '[press](javascript:window.hacked=1) [press](&#106;avascript:window.hacked=1) [press](java\tscript:window.hacked=1)',
  '<a href="javascript:window.hacked=1" onclick="window.hacked=1">press</a>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe><object data="javascript:hacked=1"></object>',
  '<style>body { display: none }</style><link rel=stylesheet href=//example.com/x.css>',
  '<form action="javascript:hacked=1"><button formaction="javascript:hacked=1">press</button></form>',
  '![a"onerror="window.hacked=1](https://example.com/x.png)',
  '</div></article><h1 id="app" class="sg-cards">out</h1>',
  '<math><mtext><table><mglyph><style><img src=x onerror=hacked=1>',
  '`</code><script>window.hacked=1</script>`',
  '```\n</pre><script>window.hacked=1</script>\n```',
  '<template><img src=x onerror=hacked=1></template><noscript><p title="</noscript><img src=x onerror=hacked=1>">',
  '[x]: javascript:hacked=1\n[press][x]',
  '<base href="https://example.com/"><meta http-equiv=refresh content="0;url=https://example.com">',
];

test('nothing in a text or a tag acts in the page', async ({ world }) => {
  const texts = writer(world, '<img src=x onerror=hacked=1>');
  attacks.forEach((attack, step) => texts.add(step, 'attack/<script>hacked=1</script>', attack));
  texts.add(0, 'attack/all', attacks.join('\n\n')).add(0, 'attack/cells', { cells: attacks, shape: [attacks.length] });
  texts.close();
  const page = await world.open(await world.serve(), { path: '#text' });
  await page.evaluate(() => {
    Reflect.set(window, 'hacked', 0);
  });
  await eventually(() => card(page, 'attack/all').locator('.sg-image-link').count()).toBeGreaterThan(0);
  for (const form of ['Markdown', 'Plain', 'Table']) {
    await page.getByLabel('Shown as').selectOption(form);
    const slider = card(page, 'attack/<script>hacked=1</script>').getByRole('slider', { name: 'Step' });
    await slider.focus();
    await page.keyboard.press('End');
    for (let i = 0; i < attacks.length; i += 1) await page.keyboard.press('ArrowLeft');
    await eventually(() => slider.getAttribute('aria-valuetext')).toContain('1 of');
  }
  await page.getByLabel('Shown as').selectOption('Markdown');
  const bad = await page.evaluate(() => {
    const texts = [...document.querySelectorAll('.sg-markup *')];
    const wrong = texts.filter(
      (node) =>
        /^(?:script|style|iframe|object|embed|svg|math|form|input|link|meta|base|img|template)$/i.test(node.tagName) ||
        node.getAttributeNames().some((name) => name.startsWith('on') || name === 'style' || name === 'id') ||
        (node instanceof HTMLAnchorElement &&
          (!['http:', 'https:', 'mailto:'].includes(node.protocol) ||
            node.target !== '_blank' ||
            !node.rel.includes('noopener'))),
    );
    return wrong.map((node) => node.outerHTML.slice(0, 200));
  });
  expect(bad).toEqual([]);
  for (const link of await page.locator('.sg-markup').getByText('press').all()) {
    if ((await link.evaluate((node) => node.tagName)) !== 'A')
      await link.click({ timeout: 2000 }).catch(() => undefined);
  }
  expect(await page.evaluate<unknown>(() => Reflect.get(window, 'hacked'))).toBe(0);
});

test('scripts that run the other way, and those without blanks', async ({ world }) => {
  writer(world, 'train')
    .add(0, 'rtl', 'مرحبا بالعالم\n\nHello')
    .add(0, 'cjk', '训练损失下降了，准确率提高到百分之九十。'.repeat(20))
    .close();
  const page = await world.open(await world.serve(), { path: '#text' });
  const paragraphs = runText(page, 'rtl', 'train').locator('p');
  await eventually(() => paragraphs.count()).toBe(2);
  expect(await paragraphs.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))).toEqual([
    'rtl',
    'ltr',
  ]);
  const text = runText(page, 'cjk', 'train');
  await eventually(() => text.textContent()).toContain('准确率');
  expect(await text.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
});

test('a text that comes while somebody looks on', async ({ world }) => {
  const texts = writer(world, 'train').add(0, 'log', 'first');
  const page = await world.open(await world.serve(), { path: '#text' });
  const shown = runText(page, 'log', 'train');
  await eventually(() => shown.textContent()).toContain('first');
  texts.add(1, 'log', 'second');
  await eventually(() => shown.textContent()).toContain('second');
  texts.close();
});

test('copies a text, and opens a card in full screen', async ({ world }) => {
  logAnswers(world);
  const page = await world.open(await world.serve(), {
    path: '#text',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await runText(page, 'model/answer', 'train').getByRole('button', { name: 'Copy the text of train' }).click();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${answer(40)}\nSaid by train.`);
  await card(page, 'model/answer').getByRole('button', { name: 'Full screen' }).click();
  const full = page.getByRole('dialog', { name: 'Texts of model/answer' });
  await eventually(() => full.getByRole('heading', { name: 'Step 40' }).count()).toBe(2);
  await page.keyboard.press('Escape');
  await eventually(() => full.count()).toBe(0);
});

test('axe finds nothing wrong, in both themes, in every form', async ({ world }) => {
  logAnswers(world);
  const server = await world.serve();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const path of ['#text', '#text?text-as=table', '#text?text-steps=list', '#text?text-find=:answer']) {
      const page = await world.open(server, { colorScheme, path });
      await eventually(() => card(page, 'model/answer').textContent()).toContain('answer');
      expect(await accessibilityProblems(page), path).toEqual([]);
      await page.close();
    }
  }
});
