// The door to drawing: gives charts to worker threads and takes pictures back, so that the page answers while lines are drawn.

import type { ChartTheme, ChartView, LineSeries, LineStyle } from './line_data';
import { packSeries, type PaintAnswer, type PaintRequest } from './line_pack';
import { pictureSize } from './picture_size';

export interface LinePainter {
  // The data of one chart, kept until replaced or released; the version only tells whether they are new. Columns stay usable.
  setData(chart: string, version: number, series: readonly LineSeries[]): void;
  // The picture of the plot area. A chart has at most one picture in the making and one waiting: a newer request takes the place of
  // the waiting one, which resolves to undefined. A picture in the making is answered even if a newer one waits, so that a long
  // drag is seen while it goes on; answers come in the order of the requests. Undefined also for a plot without pixels, and for a
  // chart that was released.
  draw(
    chart: string,
    view: ChartView,
    styles: ReadonlyMap<string, LineStyle>,
    theme: ChartTheme,
  ): Promise<ImageData | undefined>;
  // Forgets a chart.
  release(chart: string): void;
  // Ends the workers; every request still open resolves to undefined.
  close(): void;
}

// What a thread is to the painter. Tests put their own in its place.
export interface PaintThread {
  post(request: PaintRequest, transfer: ArrayBuffer[]): void;
  close(): void;
}

export type StartThread = (onAnswer: (answer: PaintAnswer) => void, onFailure: () => void) => PaintThread;

const mostWorkers = 4;

interface DrawRequest {
  readonly id: number;
  readonly view: ChartView;
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly theme: ChartTheme;
  readonly resolve: (picture: ImageData | undefined) => void;
}

interface Chart {
  readonly lane: number;
  version: number | undefined;
  series: readonly LineSeries[];
  sentStyles: ReadonlyMap<string, LineStyle> | undefined;
  drawing: DrawRequest | undefined;
  waiting: DrawRequest | undefined;
}

function startWorker(onAnswer: (answer: PaintAnswer) => void, onFailure: () => void): PaintThread {
  const worker = new Worker(new URL('./raster_worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<PaintAnswer>) => {
    onAnswer(event.data);
  });
  worker.addEventListener('error', onFailure);
  return {
    post: (request, transfer) => {
      worker.postMessage(request, transfer);
    },
    close: () => {
      worker.terminate();
    },
  };
}

// Draws on the page's own thread, one picture at a time, after what is being done now. Few need it, so its code is fetched only then.
function startHere(onAnswer: (answer: PaintAnswer) => void): PaintThread {
  const deskLoaded = import('./raster_desk').then(({ RasterDesk }) => new RasterDesk());
  let isOpen = true;
  return {
    post: (request) => {
      void deskLoaded.then((desk) => {
        const answer = isOpen ? desk.handle(request) : undefined;
        if (answer !== undefined) onAnswer(answer);
      });
    },
    close: () => {
      isOpen = false;
    },
  };
}

// Leaves a core for the page itself, which has little to do while two of them draw.
export function usualWorkers(): number {
  return Math.min(mostWorkers, Math.max(2, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
}

export function createLinePainter(workers = usualWorkers(), start: StartThread = startWorker): LinePainter {
  const charts = new Map<string, Chart>();
  const lanes: (PaintThread | undefined)[] = Array.from({ length: Math.max(1, workers) }, () => undefined);
  let nextLane = 0;
  let lastId = 0;

  const threadOf = (lane: number): PaintThread => {
    const running = lanes[lane];
    if (running !== undefined) return running;
    const thread = startThread(lane);
    lanes[lane] = thread;
    return thread;
  };

  const startThread = (lane: number): PaintThread => {
    try {
      return start(onAnswer, () => {
        moveHere(lane);
      });
    } catch {
      // No workers here: an old browser, or a policy of the page around us.
      return startHere(onAnswer);
    }
  };

  // A worker that could not be loaded will not answer: its charts are drawn on this thread from now on.
  const moveHere = (lane: number): void => {
    lanes[lane]?.close();
    lanes[lane] = startHere(onAnswer);
    for (const [name, chart] of charts) {
      if (chart.lane !== lane) continue;
      sendData(name, chart);
      chart.sentStyles = undefined;
      if (chart.drawing !== undefined) send(name, chart, chart.drawing);
    }
  };

  const sendData = (name: string, chart: Chart): void => {
    const packed = packSeries(chart.series);
    threadOf(chart.lane).post({ kind: 'data', chart: name, series: packed.series }, [packed.buffer]);
  };

  const send = (name: string, chart: Chart, request: DrawRequest): void => {
    chart.drawing = request;
    // A map of a thousand styles is sent only when it is another one.
    const styles = request.styles === chart.sentStyles ? undefined : request.styles;
    chart.sentStyles = request.styles;
    threadOf(chart.lane).post(
      { kind: 'draw', chart: name, id: request.id, view: request.view, styles, theme: request.theme },
      [],
    );
  };

  const onAnswer = (answer: PaintAnswer): void => {
    const chart = charts.get(answer.chart);
    const request = chart?.drawing;
    if (chart === undefined || request?.id !== answer.id) return;
    chart.drawing = undefined;
    if (chart.waiting !== undefined) {
      send(answer.chart, chart, chart.waiting);
      chart.waiting = undefined;
    }
    request.resolve(new ImageData(answer.pixels, answer.width, answer.height));
  };

  const chartOf = (name: string): Chart => {
    const known = charts.get(name);
    if (known !== undefined) return known;
    const chart: Chart = {
      lane: nextLane,
      version: undefined,
      series: [],
      sentStyles: undefined,
      drawing: undefined,
      waiting: undefined,
    };
    nextLane = (nextLane + 1) % lanes.length;
    charts.set(name, chart);
    return chart;
  };

  const forget = (chart: Chart): void => {
    chart.drawing?.resolve(undefined);
    chart.waiting?.resolve(undefined);
    chart.drawing = undefined;
    chart.waiting = undefined;
  };

  // It loads while the page asks for the first data.
  threadOf(0);

  return {
    setData(name, version, series) {
      const chart = chartOf(name);
      if (chart.version === version && chart.series === series) return;
      chart.version = version;
      chart.series = series;
      sendData(name, chart);
    },
    draw(name, view, styles, theme) {
      if (pictureSize(view).width === 0) return Promise.resolve(undefined);
      const chart = chartOf(name);
      return new Promise((resolve) => {
        lastId += 1;
        const request = { id: lastId, view, styles, theme, resolve };
        if (chart.drawing === undefined) {
          send(name, chart, request);
          return;
        }
        chart.waiting?.resolve(undefined);
        chart.waiting = request;
      });
    },
    release(name) {
      const chart = charts.get(name);
      if (chart === undefined) return;
      forget(chart);
      charts.delete(name);
      lanes[chart.lane]?.post({ kind: 'release', chart: name }, []);
    },
    close() {
      for (const chart of charts.values()) forget(chart);
      charts.clear();
      for (const thread of lanes) thread?.close();
      lanes.fill(undefined);
    },
  };
}
