// `test` with what tests of the page need: a log directory of one's own, servers on it, and pages that must not misbehave. A page that
// logs an error, throws, or asks another host fails its test, whatever else the test looks at.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, expect, inject, test as base } from 'vitest';
import { RunWriter } from './event_file';
import { Scratch, ServerProcess, type ServerOptions } from './server_process';

let browser: Browser | undefined;

async function connect(): Promise<Browser> {
  browser ??= await chromium.connect(inject('browserAddress'));
  return browser;
}

afterAll(async () => {
  await browser?.close();
  browser = undefined;
});

export interface OpenOptions extends BrowserContextOptions {
  // Behind the address of the server: '#scalars?smooth=0'.
  readonly path?: string;
  // Failed requests and their lines on the console are what the test is about.
  readonly mayFail?: boolean;
}

export class World {
  readonly scratch = new Scratch();
  readonly logs = this.scratch.folder('logs');
  readonly #servers: ServerProcess[] = [];
  readonly #complaints: string[] = [];
  readonly #pages: Page[] = [];

  run(name: string, startTime?: number): RunWriter {
    return new RunWriter(`${this.logs}/${name}`, startTime);
  }

  async serve(options?: ServerOptions, logs = this.logs): Promise<ServerProcess> {
    const server = await ServerProcess.start(logs, this.scratch, options);
    this.#servers.push(server);
    return server;
  }

  serveGraph(file: string): Promise<ServerProcess> {
    return this.serve({ command: 'graph' }, file);
  }

  // A page that nothing was opened in yet.
  async newPage({ mayFail = false, ...options }: Omit<OpenOptions, 'path'> = {}): Promise<Page> {
    const context = await (
      await connect()
    ).newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', (error) => this.#complaints.push(`thrown: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const isAboutNetwork = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !(mayFail && isAboutNetwork))
        this.#complaints.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== '127.0.0.1')
        this.#complaints.push(`asked another host: ${request.url()}`);
    });
    this.#pages.push(page);
    return page;
  }

  async open(server: ServerProcess, { path = '', ...options }: OpenOptions = {}): Promise<Page> {
    const page = await this.newPage(options);
    await page.goto(`${server.address}/${path}`);
    return page;
  }

  async end(): Promise<void> {
    await Promise.all(this.#pages.map((page) => page.context().close()));
    await Promise.all(this.#servers.map((server) => server.kill()));
    this.scratch.delete();
    expect(this.#complaints).toEqual([]);
  }
}

export const test = base.extend<{ world: World }>({
  // Vitest reads from the pattern which other fixtures this one needs: none.
  world: async ({}, use) => {
    const world = new World();
    await use(world);
    await world.end();
  },
});

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// What axe finds, in words; [] is what is wanted. All its rules but those of taste count.
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // By evaluate, since the page's policy allows no script that is not its own.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async () => {
    const axe: unknown = Reflect.get(window, 'axe');
    const run: unknown = typeof axe === 'object' && axe !== null ? Reflect.get(axe, 'run') : undefined;
    if (typeof run !== 'function') throw new Error('axe is not there');
    const result: unknown = await Reflect.apply(run, axe, [document, { resultTypes: ['violations'] }]);
    return JSON.stringify(typeof result === 'object' && result !== null ? Reflect.get(result, 'violations') : []);
  });
  const violations: readonly {
    id: string;
    help: string;
    nodes: readonly { html: string; failureSummary?: string }[];
  }[] = JSON.parse(found);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `${node.html} ${node.failureSummary ?? ''}`).join('\n')}`,
  );
}
