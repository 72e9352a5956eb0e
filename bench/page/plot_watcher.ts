// Looks at the plots of a page in every frame, and notes when their pictures change: page_eyes.ts does it, from inside. Pictures
// from outside (screencast) would say the same, but making them takes more time than what is measured.
import type { Page } from 'playwright-core';
import { openEyes, type Ink, type PictureChange } from './page_eyes';

const key = 'plotWatcher';
const limitMilliseconds = 180_000;

// One plot, the first that can be seen, or all that can be seen together.
export type Watched = 'first' | 'all';

export class PlotWatcher {
  private constructor(private readonly page: Page) {}

  // Looking at all takes more of each frame, so it is done only where it is asked for. REQUIRES: the page was not opened yet.
  static async start(page: Page, selector: string, watched: Watched, ink: Ink): Promise<PlotWatcher> {
    await page.addInitScript(openEyes, [key, selector, watched === 'all', ink] as const);
    return new PlotWatcher(page);
  }

  changes(watched: Watched = 'first'): Promise<readonly PictureChange[]> {
    return this.page.evaluate(
      ([key, watched]) => {
        const seen: unknown = Reflect.get(window, key);
        const found: unknown = typeof seen === 'object' && seen !== null ? Reflect.get(seen, watched) : undefined;
        if (!Array.isArray(found)) return [];
        return found.map(({ at, ink, pictures }) => ({ at: Number(at), ink: Number(ink), pictures: Number(pictures) }));
      },
      [key, watched] as const,
    );
  }

  // From now on plots are looked at only for a while after each turn of the wheel, so that looking does not slow down what is measured.
  doze(): Promise<void> {
    return this.page.evaluate((key) => {
      const seen: unknown = Reflect.get(window, key);
      if (typeof seen === 'object' && seen !== null) Reflect.set(seen, 'isDozing', true);
    }, key);
  }

  // Until the first plot has as much ink as `isEnough` wants; a page without a plot has none.
  async waitForInk(isEnough: (ink: number) => boolean): Promise<void> {
    const deadline = Date.now() + limitMilliseconds;
    for (let ink = -1; ink < 0 || !isEnough(ink);) {
      if (Date.now() > deadline)
        throw new Error(`the plot is not as wanted after ${limitMilliseconds / 1e3} s, its ink is ${ink}`);
      await new Promise((done) => setTimeout(done, 100));
      ink = (await this.changes()).at(-1)?.ink ?? -1;
    }
  }

  // The first change that left that much ink.
  async first(leastInk: number): Promise<PictureChange> {
    const change = (await this.changes()).find(({ ink }) => ink >= leastInk);
    if (change === undefined) throw new Error('the page showed no plot');
    return change;
  }

  // The change after which there was none: the picture is then what it stays.
  async last(watched: Watched = 'first'): Promise<PictureChange> {
    const change = (await this.changes(watched)).at(-1);
    if (change === undefined) throw new Error('the page showed no plot');
    return change;
  }
}
