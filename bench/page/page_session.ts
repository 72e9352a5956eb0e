// One browser with one page, watched while it is used: requests, the first plot, long tasks, memory. A process of its own for each
// measurement, so that nothing is warm that a visitor would find cold. The browser itself is running, as a visitor's is: it loads pages of
// its own window for more than half a second after its start, which would be measured as ours and TensorBoard's.
import { readFileSync } from 'node:fs';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import { findChromium } from '../../tests/e2e/support/chromium_path';
import type { Ink } from './page_eyes';
import { PlotWatcher, type Watched } from './plot_watcher';

// On the wire, with headers.
export interface Transfers {
  readonly count: number;
  // The page itself: documents, scripts, styles, fonts, pictures.
  readonly pageBytes: number;
  readonly dataBytes: number;
}

export interface Memory {
  // After a collection: objects and what arrays hold, of the page's main thread.
  readonly heapBytes: number;
  // Resident memory of the page's process: workers, pictures and the browser's own part with it.
  readonly processBytes: number;
}

// Longer than a worker takes for a picture while the page itself is idle.
const restMilliseconds = 3000;
const browserStartMilliseconds = 2000;
const limitMilliseconds = 180_000;

export class PageSession {
  readonly #open = new Set<string>();
  #lastActivity = Date.now();

  private constructor(
    readonly browser: Browser,
    readonly page: Page,
    private readonly session: CDPSession,
    readonly plot: PlotWatcher,
    private readonly watched: Watched,
  ) {
    this.#watchRequests();
  }

  static async start(plotSelector: string, watched: Watched = 'first', ink: Ink = 'curves'): Promise<PageSession> {
    const browser = await chromium.launch({ executablePath: findChromium() });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await page.addInitScript(() => {
      const tasks: (readonly [number, number])[] = [];
      Reflect.set(window, 'longTasks', tasks);
      performance.setResourceTimingBufferSize(10_000);
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => tasks.push([entry.startTime, entry.duration])),
      ).observe({ type: 'longtask', buffered: true });
    });
    const plot = await PlotWatcher.start(page, plotSelector, watched, ink);
    await page.waitForTimeout(browserStartMilliseconds);
    return new PageSession(browser, page, session, plot, watched);
  }

  // Only what asks for data: scripts of workers end out of sight, and a stream of events never ends.
  #watchRequests(): void {
    this.session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      this.#lastActivity = Date.now();
      if (type === 'XHR' || type === 'Fetch') this.#open.add(requestId);
    });
    const close = ({ requestId }: { readonly requestId: string }): void => {
      if (this.#open.delete(requestId)) this.#lastActivity = Date.now();
    };
    this.session.on('Network.loadingFinished', close);
    this.session.on('Network.loadingFailed', close);
  }

  // Until no request is under way, the page answers and what is watched stands still, all of it for a while.
  async rest(): Promise<void> {
    const deadline = Date.now() + limitMilliseconds;
    let busyAt = Date.now();
    let seen = -1;
    while (Date.now() - Math.max(busyAt, this.#lastActivity) < restMilliseconds || this.#open.size > 0) {
      if (Date.now() > deadline) throw new Error(`not at rest within ${limitMilliseconds / 1e3} s`);
      const asked = Date.now();
      const changes = (await this.plot.changes(this.watched)).length;
      if (changes !== seen || Date.now() - asked > 1000) busyAt = Date.now();
      seen = changes;
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  timeOrigin(): Promise<number> {
    return this.page.evaluate(() => performance.timeOrigin);
  }

  // All that had come by then (milliseconds since 1970): the page itself, its files, data.
  transfers(until: number): Promise<Transfers> {
    return this.page.evaluate((until) => {
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      const come = entries
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ responseEnd }) => responseEnd > 0 && performance.timeOrigin + responseEnd <= until);
      const isData = ({ name }: { readonly name: string }): boolean => /\/(api|data)\//.test(new URL(name).pathname);
      const bytes = (entries: readonly PerformanceResourceTiming[]): number =>
        entries.reduce((sum, { transferSize }) => sum + transferSize, 0);
      return {
        count: come.length,
        pageBytes: bytes(come.filter((entry) => !isData(entry))),
        dataBytes: bytes(come.filter(isData)),
      };
    }, until);
  }

  // Milliseconds spent in tasks over 50 ms that began before `until` (milliseconds since 1970).
  async longTasks(until: number): Promise<number> {
    const tasks = await this.page.evaluate(() => {
      const found: unknown = Reflect.get(window, 'longTasks');
      return Array.isArray(found) ? found.map(([start, duration]) => [Number(start), Number(duration)] as const) : [];
    });
    const origin = await this.timeOrigin();
    return tasks.reduce((sum, [start, duration]) => (origin + start < until ? sum + duration : sum), 0);
  }

  async memory(): Promise<Memory> {
    await this.session.send('HeapProfiler.collectGarbage');
    const heap: object = await this.session.send('Runtime.getHeapUsage');
    const part = (name: string): number => Number(Reflect.get(heap, name) ?? 0);
    const browser = await this.browser.newBrowserCDPSession();
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    await browser.detach();
    const resident = processInfo
      .filter(({ type }) => type === 'renderer')
      .map(
        ({ id }) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024,
      );
    // The browser keeps an empty process in reserve: the page's is the large one.
    return { heapBytes: part('usedSize') + part('backingStorageSize'), processBytes: Math.max(0, ...resident) };
  }

  async end(): Promise<void> {
    await this.browser.close();
  }
}
