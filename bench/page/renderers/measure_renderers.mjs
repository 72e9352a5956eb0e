// Draws the same lines by each renderer in headless Chromium and prints a table.
//
//   node bench/page/renderers/measure_renderers.mjs [--uplot DIR] [--pictures DIR] [--repeats N]
//
// --uplot names a folder with uPlot installed (npm install uplot, outside of the project); without it uPlot is left out.
// --pictures writes what each renderer drew. CHROMIUM names another browser than /usr/bin/chromium.

import { cpus, loadavg } from 'node:os';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

const argument = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const here = fileURLToPath(new URL('.', import.meta.url));
const plotFolder = argument('uplot');
const pictures = argument('pictures');
const repeats = Number(argument('repeats') ?? 25);

const card = { width: 330, height: 220, pixelRatio: 1, seen: [0, 1] };
const cases = [
  { name: '1 x 1,300', series: 1, points: 1300, ...card },
  { name: '100 x 1,300', series: 100, points: 1300, ...card },
  { name: '1,000 x 100', series: 1000, points: 100, ...card },
  { name: '100 x 1,300, zoomed to a tenth', series: 100, points: 1300, ...card, seen: [0.4, 0.5] },
  { name: '100 x 2,600, ratio 2', series: 100, points: 2600, ...card, pixelRatio: 2 },
  {
    name: '20 x 13,000, 1,600 x 800, ratio 2',
    series: 20,
    points: 13_000,
    ...card,
    width: 1600,
    height: 800,
    pixelRatio: 2,
  },
];

const server = await createServer({
  root: here,
  configFile: false,
  logLevel: 'error',
  server: {
    port: 0,
    host: '127.0.0.1',
    fs: { allow: [join(here, '../../..'), ...(plotFolder ? [resolve(plotFolder)] : [])] },
  },
  optimizeDeps: { noDiscovery: true },
});
await server.listen();
const address = server.httpServer.address();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1700, height: 900 } });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(`http://127.0.0.1:${address.port}/renderers.html`);
  await page.waitForFunction(() => 'measureRenderers' in window);
  const plotModule = plotFolder ? `/@fs${resolve(plotFolder)}/node_modules/uplot/dist/uPlot.esm.js` : '';
  const results = await page.evaluate(
    ([all, count, module]) => window.measureRenderers(all, count, module),
    [cases, repeats, plotModule],
  );
  console.log(
    `${cpus().length} x ${cpus()[0].model.trim()}, Chromium ${browser.version()}, ${repeats} repeats, load ${loadavg()[0].toFixed(1)}`,
  );
  console.log(
    '\n| lines x points | renderer | first ms | least ms | median ms | page blocked ms |\n|---|---|---|---|---|---|',
  );
  for (const one of results) {
    const numbers = [one.first, one.least, one.median, one.blocked].map((ms) => ms.toFixed(1)).join(' | ');
    console.log(`| ${one.name} | ${one.renderer} | ${one.failure === '' ? numbers : one.failure} |`);
  }
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    for (const name of ['raster', 'canvas paths', 'webgl']) {
      for (const one of cases.slice(0, 4)) {
        await page.reload();
        await page.waitForFunction(() => 'drawOnce' in window);
        await page.evaluate(
          ([what, how]) => window.drawOnce(what, how),
          [{ ...one, series: Math.min(one.series, 5) }, name],
        );
        const file = `${name}_${one.name}.png`.replaceAll(/[^\w.]+/g, '_');
        await page.screenshot({ path: join(pictures, file), clip: { x: 0, y: 0, width: 330, height: 220 } });
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
