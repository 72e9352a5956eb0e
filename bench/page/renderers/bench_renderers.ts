// Ways to draw the same lines. Each draws to the end: a pixel is read back, so that nothing is left in a queue.

import type { BenchLines } from './bench_lines';
import { benchTheme } from './bench_lines';
import { drawLines, RasterTarget } from '../../../web/src/charts/line_raster';
import { createLinePainter } from '../../../web/src/charts/line_painter';

export interface Renderer {
  // Milliseconds until the picture is there, and those of them in which the page could do nothing else.
  draw(): Promise<{ readonly total: number; readonly blocked: number }>;
  close(): void;
}

export type MakeRenderer = (lines: BenchLines) => Renderer;

const lineWidth = 1.5;

function makeCanvas(lines: BenchLines): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(lines.view.width * lines.view.pixelRatio);
  canvas.height = Math.round(lines.view.height * lines.view.pixelRatio);
  canvas.style.width = `${lines.view.width}px`;
  document.body.append(canvas);
  return canvas;
}

function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no 2d context');
  return context;
}

function timed(draw: () => void): Promise<{ total: number; blocked: number }> {
  const begin = performance.now();
  draw();
  const total = performance.now() - begin;
  return Promise.resolve({ total, blocked: total });
}

export function rasterHere(lines: BenchLines): Renderer {
  const canvas = makeCanvas(lines);
  const context = context2d(canvas);
  const target = new RasterTarget();
  return {
    draw: () =>
      timed(() => {
        const picture = drawLines(target, lines.series, lines.view, lines.styles, benchTheme);
        context.putImageData(new ImageData(picture.pixels, picture.width, picture.height), 0, 0);
        context.getImageData(0, 0, 1, 1);
      }),
    close: () => canvas.remove(),
  };
}

export function rasterInWorker(lines: BenchLines): Renderer {
  const canvas = makeCanvas(lines);
  const context = context2d(canvas);
  const painter = createLinePainter(1);
  painter.setData('bench', 1, lines.series);
  // A worker keeps its last pictures: each is of a plot that lies a little elsewhere.
  const { view } = lines;
  const { min, max } = view.x.domain;
  let moved = 0;
  return {
    draw: async () => {
      moved += (max - min) * 1e-9;
      const there = { ...view, x: { ...view.x, domain: { min: min + moved, max: max + moved } } };
      const begin = performance.now();
      const answer = painter.draw('bench', there, lines.styles, benchTheme);
      const asked = performance.now();
      const picture = await answer;
      const answered = performance.now();
      if (picture !== undefined) context.putImageData(picture, 0, 0);
      context.getImageData(0, 0, 1, 1);
      const end = performance.now();
      return { total: end - begin, blocked: asked - begin + (end - answered) };
    },
    close: () => {
      painter.close();
      canvas.remove();
    },
  };
}

export function canvasPaths(lines: BenchLines): Renderer {
  const canvas = makeCanvas(lines);
  const context = context2d(canvas);
  const { view } = lines;
  const { min, max } = view.x.domain;
  const low = view.left.domain.min;
  const xScale = canvas.width / (max - min);
  const yScale = canvas.height / (view.left.domain.max - low);
  return {
    draw: () =>
      timed(() => {
        context.clearRect(0, 0, canvas.width, canvas.height);
        context.lineWidth = lineWidth * view.pixelRatio;
        context.lineJoin = 'round';
        for (const one of lines.series) {
          context.strokeStyle = lines.styles.get(one.key)?.color ?? '';
          context.beginPath();
          for (let i = 0; i < one.x.length; i += 1) {
            const x = ((one.x[i] ?? 0) - min) * xScale;
            if (x < -100 || x > canvas.width + 100) continue;
            context.lineTo(x, canvas.height - ((one.y[i] ?? 0) - low) * yScale);
          }
          context.stroke();
        }
        context.getImageData(0, 0, 1, 1);
      }),
    close: () => canvas.remove(),
  };
}

// What uPlot's module gives, as far as we use it: it is installed beside the bench, not into the project.
export interface PlotLibrary {
  new (
    options: object,
    data: readonly (readonly number[] | ArrayLike<number>)[],
    parent: HTMLElement,
  ): {
    readonly ctx: CanvasRenderingContext2D;
    setScale(key: string, limits: { min: number; max: number }): void;
    redraw(rebuildPaths: boolean): void;
    destroy(): void;
  };
}

export function plotLibrary(Plot: PlotLibrary): MakeRenderer {
  return (lines) => {
    const { view } = lines;
    const parent = document.createElement('div');
    document.body.append(parent);
    const options = {
      // It draws at the screen's ratio only: a larger plot has as many pixels.
      width: view.width * view.pixelRatio,
      height: view.height * view.pixelRatio,
      pxAlign: 0,
      legend: { show: false },
      cursor: { show: false },
      axes: [{ show: false }, { show: false }],
      padding: [0, 0, 0, 0],
      scales: {
        x: { time: false, range: () => [view.x.domain.min, view.x.domain.max] },
        y: { range: () => [view.left.domain.min, view.left.domain.max] },
      },
      series: [
        {},
        ...lines.series.map((one) => ({
          stroke: lines.styles.get(one.key)?.color,
          width: lineWidth * view.pixelRatio,
          points: { show: false },
        })),
      ],
    };
    const x = lines.series[0]?.x ?? new Float64Array(0);
    const plot = new Plot(options, [x, ...lines.series.map((one) => one.y)], parent);
    return {
      draw: async () => {
        const begin = performance.now();
        plot.redraw(true);
        // It draws in a microtask.
        await Promise.resolve();
        plot.ctx.getImageData(0, 0, 1, 1);
        const total = performance.now() - begin;
        return { total, blocked: total };
      },
      close: () => {
        plot.destroy();
        parent.remove();
      },
    };
  };
}
