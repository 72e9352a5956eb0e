// Runs in a page, before its own scripts, and looks at its plots in every frame. The same for every page: canvases (2D, WebGL,
// painted by workers) are read back small, drawings in SVG are known by their paths, graphs in SVG by their nodes, images by their
// address once they are there.
// All of it is one function, since it is sent to the page as text.

export interface PictureChange {
  // Milliseconds since 1970: the frame in which it was seen.
  readonly at: number;
  // Coloured pixels of the small picture where curves are, or pixels of any colour; or paths, or nodes of a graph; 1 for an image.
  readonly ink: number;
  // How many of the plots have ink.
  readonly pictures: number;
}

// What counts as ink in a canvas: the colour of curves, without axes and their words, or whatever is painted.
export type Ink = 'curves' | 'anything';

// Leaves `{first, all}` in window[key]: the changes of the first plot that can be seen, and (if `watchesAll`) of all of them together.
// Frames that are asked for without end delay what is measured: on an empty page a turn of the wheel then reaches its listener 16 ms
// later. So with window[key].isDozing, eyes are open only for a while after each turn.
export function openEyes([key, selector, watchesAll, ink]: readonly [string, string, boolean, Ink]): void {
  type Picture = readonly [signature: string, ink: number];
  const nothing: Picture = ['', 0];
  const width = 240;
  const height = 150;
  // Axes and their words, which are not always grey, stand left of this and below that.
  const curvesLeft = Math.round(width * 0.16);
  const curvesBottom = Math.round(height * 0.84);
  // Searching takes at most a twentieth of the time, however many elements a page has.
  const leastSearchMilliseconds = 30;
  const searchShare = 20;

  const awakeMilliseconds = 350;

  const changes = { first: [] as PictureChange[], all: [] as PictureChange[], isDozing: false };
  Reflect.set(window, key, changes);
  const before = { first: '', all: '' };
  let context: OffscreenCanvasRenderingContext2D | null = null;
  let plots: readonly Element[] = [];
  let searchAgainAt = 0;
  let isAwake = true;
  let awakeUntil = 0;

  // Shadow roots are looked through, those of `root` itself too.
  const allIn = (root: Element | Document | ShadowRoot, wanted: string): Element[] => {
    const hosts = [...(root instanceof Element ? [root] : []), ...root.querySelectorAll('*')];
    const hidden = hosts.flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : allIn(shadowRoot, wanted)));
    return [...root.querySelectorAll(wanted), ...hidden];
  };
  const isSeen = (element: Element): boolean => {
    if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) return false;
    const { top, bottom, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight;
  };
  const search = (now: number): void => {
    const seen = plots.filter(isSeen);
    const isOneLost = seen.length < plots.length;
    const isDue = now >= searchAgainAt && (watchesAll || seen.length === 0);
    if (!isOneLost && !isDue) return;
    const began = performance.now();
    const found = allIn(document, selector).filter(isSeen);
    plots = watchesAll ? found : found.slice(0, 1);
    searchAgainAt = now + Math.max(leastSearchMilliseconds, searchShare * (performance.now() - began));
  };

  const readCanvases = (box: DOMRect, canvases: readonly HTMLCanvasElement[]): Picture => {
    context ??= new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) return nothing;
    context.clearRect(0, 0, width, height);
    context.setTransform(width / box.width, 0, 0, height / box.height, 0, 0);
    for (const canvas of canvases) {
      const at = canvas.getBoundingClientRect();
      if (canvas.width > 0 && canvas.height > 0 && at.width > 0)
        context.drawImage(canvas, at.left - box.left, at.top - box.top, at.width, at.height);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    let hash = 0;
    let colored = 0;
    for (let i = 0; i < pixels.length; i += 1) {
      const pixel = pixels[i] ?? 0;
      hash = (Math.imul(hash, 31) + pixel) | 0;
      if (pixel >>> 24 <= 40) continue;
      if (ink === 'anything') colored += 1;
      if (ink === 'anything' || i % width < curvesLeft || i >= curvesBottom * width) continue;
      const [r, g, b] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
      // Even a dark slate blue, the first colour of some palettes, is told from the grey of grid lines.
      if (Math.max(r, g, b) - Math.min(r, g, b) > 24) colored += 1;
    }
    return [String(hash), colored];
  };

  // Thousands of paths are not read again in every frame: the browser says when some changed.
  const drawings = new Map<Element, { readonly areas: readonly Element[]; picture: Picture | undefined }>();
  const observer = new MutationObserver(() => drawings.forEach((drawing) => (drawing.picture = undefined)));
  const readPaths = (areas: readonly Element[]): Picture => {
    let drawn = 0;
    let length = 0;
    for (const path of areas.flatMap((area) => [...area.querySelectorAll('path')])) {
      const data = path.getAttribute('d') ?? '';
      if (data.length < 8 || getComputedStyle(path).visibility === 'hidden') continue;
      drawn += 1;
      length += data.length;
    }
    return [`${drawn} ${length}`, drawn];
  };
  const readDrawing = (plot: Element): Picture => {
    let drawing = drawings.get(plot);
    if (drawing === undefined || drawing.areas.length === 0 || !drawing.areas.every(({ isConnected }) => isConnected)) {
      drawing = { areas: allIn(plot, 'svg .render-area, svg .stage'), picture: undefined };
      drawings.set(plot, drawing);
      for (const area of drawing.areas) observer.observe(area, { subtree: true, childList: true, attributes: true });
    }
    return (drawing.picture ??= readPaths(drawing.areas));
  };

  // A graph has thousands of elements that move one by one: that some changed is enough to know that it is another picture.
  let graphs = 0;
  const graphPictures = new Map<Element, Picture>();
  const graphObserver = new MutationObserver(() => graphPictures.clear());
  const readGraph = (graph: Element): Picture => {
    let picture = graphPictures.get(graph);
    if (picture === undefined) {
      graphs += 1;
      picture = [String(graphs), graph.querySelectorAll('g.node').length];
      graphPictures.set(graph, picture);
      graphObserver.observe(graph, { subtree: true, childList: true, attributes: true });
    }
    return picture;
  };

  const readPlot = (plot: Element): Picture => {
    if (plot instanceof SVGElement) return readGraph(plot);
    if (plot instanceof HTMLImageElement) {
      const isThere = plot.complete && plot.naturalWidth > 0;
      return [isThere ? plot.currentSrc : 'none', isThere ? 1 : 0];
    }
    if (drawings.get(plot)?.areas.some(({ isConnected }) => isConnected) === true) return readDrawing(plot);
    const canvases = allIn(plot, 'canvas').filter((found) => found instanceof HTMLCanvasElement);
    return canvases.length > 0 ? readCanvases(plot.getBoundingClientRect(), canvases) : readDrawing(plot);
  };
  const note = (watched: 'first' | 'all', pictures: readonly Picture[], at: number): void => {
    const signature = pictures.map(([signature]) => signature).join();
    if (signature !== before[watched])
      changes[watched].push({
        at,
        ink: pictures.reduce((sum, [, ink]) => sum + ink, 0),
        pictures: pictures.filter(([, ink]) => ink > 0).length,
      });
    before[watched] = signature;
  };
  const look = (now: number): void => {
    // Reading takes some milliseconds of the frame, which are not the page's.
    const at = performance.timeOrigin + performance.now();
    search(now);
    const pictures = plots.map(readPlot);
    // A plot that went away is a picture too: an empty one.
    note('first', pictures.slice(0, 1), at);
    if (watchesAll) note('all', pictures, at);
    isAwake = !changes.isDozing || performance.now() < awakeUntil;
    if (isAwake) requestAnimationFrame(look);
  };
  const wake = (): void => {
    awakeUntil = performance.now() + awakeMilliseconds;
    // Not in the frame of the turn itself: what is read there takes time from what is measured, and cannot be the last picture, for which
    // the server is asked.
    if (!isAwake) requestAnimationFrame(() => requestAnimationFrame(look));
    isAwake = true;
  };
  window.addEventListener('wheel', wake, { capture: true, passive: true });
  requestAnimationFrame(look);
}
