// The scalars as a user with a screen reader has them: by roles and names. What a chart shows is read from its own summary.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

// Long enough for a machine that does other things as well; nothing is asserted about time.
const patience = { timeout: 30_000, interval: 50 } as const;

// Asks until the answer fits: eventually(() => page.title()).toBe('...').
export function eventually<T>(ask: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(ask, patience);
}

export interface ChartSummary {
  readonly curves: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

function numberOf(text: string | undefined): number {
  return Number((text ?? '').replace('−', '-').replaceAll(',', ''));
}

export class ScalarsPage {
  constructor(readonly page: Page) {}

  card(tag: string): Locator {
    return this.page.getByRole('article', { name: `Chart of ${tag}`, exact: true });
  }

  chart(tag: string): Locator {
    return this.card(tag).getByRole('application');
  }

  // Undefined while there is no chart.
  async summary(tag: string): Promise<ChartSummary | undefined> {
    const chart = this.chart(tag);
    if ((await chart.count()) === 0) return undefined;
    const label = (await chart.getAttribute('aria-label', { timeout: 1000 }).catch(() => '')) ?? '';
    const found = /(\d+) curves?\. Horizontal axis from (\S+) to (\S+), vertical axis from (\S+) to (\S+)\.$/.exec(
      label,
    );
    if (found === null) return undefined;
    const [, curves, left, right, low, high] = found;
    return { curves: Number(curves), x: [numberOf(left), numberOf(right)], y: [numberOf(low), numberOf(high)] };
  }

  // Until the chart of this tag shows so many curves.
  async waitForCurves(tag: string, curves: number): Promise<ChartSummary> {
    await eventually(async () => (await this.summary(tag))?.curves).toBe(curves);
    const summary = await this.summary(tag);
    if (summary === undefined) throw new Error(`the chart of ${tag} went away`);
    return summary;
  }

  runBox(name: string): Locator {
    return this.page.getByRole('checkbox', { name: `Show ${name}`, exact: true });
  }

  get runFilter(): Locator {
    return this.page.getByRole('textbox', { name: 'Filter runs' });
  }

  get tagFilter(): Locator {
    return this.page.getByRole('textbox', { name: 'Filter tags' });
  }

  // A place in the plot, as parts of its width and height.
  async place(tag: string, across: number, down: number): Promise<readonly [x: number, y: number]> {
    const box = await this.chart(tag).boundingBox();
    if (box === null) throw new Error(`the chart of ${tag} is not to be seen`);
    return [box.x + box.width * across, box.y + box.height * down];
  }

  async drag(tag: string, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    await this.page.mouse.move(...(await this.place(tag, ...from)));
    await this.page.mouse.down();
    await this.page.mouse.move(...(await this.place(tag, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2)));
    await this.page.mouse.move(...(await this.place(tag, ...to)));
    await this.page.mouse.up();
  }

  // Opens the menu of a card and presses an item.
  async choose(tag: string, item: string): Promise<void> {
    await this.card(tag).getByRole('button', { name: 'More for this card' }).click();
    await this.page.getByRole('menuitem', { name: item }).click();
  }

  // Colours on the chart's canvases: 0 means that nothing but axes is drawn.
  coloredPixels(tag: string): Promise<number> {
    return this.chart(tag).evaluate((chart) => {
      let colored = 0;
      for (const canvas of chart.parentElement?.querySelectorAll('canvas') ?? []) {
        if (canvas.width === 0 || canvas.height === 0) continue;
        const copy = new OffscreenCanvas(canvas.width, canvas.height);
        const context = copy.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        for (let i = 0; i < data.length; i += 4) {
          const [r = 0, g = 0, b = 0, a = 0] = data.subarray(i, i + 4);
          if (a > 40 && Math.max(r, g, b) - Math.min(r, g, b) > 40) colored += 1;
        }
      }
      return colored;
    });
  }
}
