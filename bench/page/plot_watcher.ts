// Looks at the first plot of a page in every frame, from inside, and notes when its picture changes. The same for every page: canvases
// (2D, WebGL, painted by workers) are read back small, drawings in SVG are known by their paths. Pictures from outside (screencast) would say
// the same, but making them takes more time than what is measured.
import type { Page } from 'playwright-core';

export interface PictureChange {
  // Milliseconds since 1970: the frame in which it was seen.
  readonly at: number;
  // Coloured pixels of the small picture, or paths: what axes and words do not have.
  readonly ink: number;
}

const key = 'plotWatcher';
const limitMilliseconds = 180_000;

// Runs in the page, before its own scripts.
function watch([key, selector]: readonly [string, string]): void {
  const width = 240;
  const height = 150;
  const searchMilliseconds = 30;
  const changes: PictureChange[] = [];
  Reflect.set(window, key, changes);
  let context: OffscreenCanvasRenderingContext2D | null = null;
  let plot: Element | undefined;
  let before = '';
  let searchedAt = 0;

  // Shadow roots are looked through, those of `root` itself too.
  const allIn = (root: Element | Document | ShadowRoot, wanted: string): Element[] => {
    const hosts = [...(root instanceof Element ? [root] : []), ...root.querySelectorAll('*')];
    const hidden = hosts.flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : allIn(shadowRoot, wanted)));
    return [...root.querySelectorAll(wanted), ...hidden];
  };
  const isShown = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0;
  const find = (now: number): Element | undefined => {
    if (plot !== undefined && isShown(plot)) return plot;
    if (now - searchedAt < searchMilliseconds) return undefined;
    searchedAt = now;
    return (plot = allIn(document, selector).find(isShown));
  };

  const readCanvases = (box: DOMRect, canvases: readonly HTMLCanvasElement[]): readonly [string, number] => {
    context ??= new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) return ['', 0];
    context.clearRect(0, 0, width, height);
    context.setTransform(width / box.width, 0, 0, height / box.height, 0, 0);
    for (const canvas of canvases) {
      const at = canvas.getBoundingClientRect();
      if (canvas.width > 0 && canvas.height > 0 && at.width > 0)
        context.drawImage(canvas, at.left - box.left, at.top - box.top, at.width, at.height);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let hash = 0;
    let colored = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b, a] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, data[i + 3] ?? 0];
      hash = (Math.imul(hash, 31) + r + (g << 8) + (b << 16) + (a << 24)) | 0;
      // Even a dark slate blue, the first colour of some palettes, is told from the grey of axes.
      if (a > 40 && Math.max(r, g, b) - Math.min(r, g, b) > 24) colored += 1;
    }
    return [String(hash), colored];
  };

  const readPaths = (paths: readonly Element[]): readonly [string, number] => {
    let drawn = 0;
    let length = 0;
    for (const path of paths) {
      const data = path.getAttribute('d') ?? '';
      if (data.length < 8 || getComputedStyle(path).visibility === 'hidden') continue;
      drawn += 1;
      length += data.length;
    }
    return [`${drawn} ${length}`, drawn];
  };

  const note = ([picture, ink]: readonly [string, number]): void => {
    if (picture !== before) changes.push({ at: performance.timeOrigin + performance.now(), ink });
    before = picture;
  };
  const look = (now: number): void => {
    const seen = find(now);
    // A plot that went away is a picture too: an empty one.
    if (seen === undefined && searchedAt === now) note(['', 0]);
    if (seen !== undefined) {
      const canvases = allIn(seen, 'canvas').filter((found) => found instanceof HTMLCanvasElement);
      note(
        canvases.length > 0
          ? readCanvases(seen.getBoundingClientRect(), canvases)
          : readPaths(allIn(seen, 'svg .render-area path')),
      );
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export class PlotWatcher {
  private constructor(private readonly page: Page) {}

  // REQUIRES: the page was not opened yet.
  static async start(page: Page, selector: string): Promise<PlotWatcher> {
    await page.addInitScript(watch, [key, selector] as const);
    return new PlotWatcher(page);
  }

  changes(): Promise<readonly PictureChange[]> {
    return this.page.evaluate((key) => {
      const found: unknown = Reflect.get(window, key);
      return Array.isArray(found) ? found.map(({ at, ink }) => ({ at: Number(at), ink: Number(ink) })) : [];
    }, key);
  }

  // Until there is a picture with as much ink as `isEnough` wants.
  async waitForInk(isEnough: (ink: number) => boolean): Promise<void> {
    const deadline = Date.now() + limitMilliseconds;
    for (let ink = -1; ink < 0 || !isEnough(ink);) {
      if (Date.now() > deadline) throw new Error(`the plot is not drawn after ${limitMilliseconds / 1e3} s`);
      await new Promise((done) => setTimeout(done, 100));
      ink = (await this.changes()).at(-1)?.ink ?? -1;
    }
  }

  // The change after which there was none: the picture is then what it stays.
  async last(): Promise<PictureChange> {
    const change = (await this.changes()).at(-1);
    if (change === undefined) throw new Error('the page showed no plot');
    return change;
  }
}
