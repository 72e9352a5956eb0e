// Measures every renderer on every case and leaves the numbers, and the pictures, for the script that opened the page.

import { makeLines, type BenchCase } from './bench_lines';
import {
  canvasPaths,
  plotLibrary,
  rasterHere,
  rasterInWorker,
  type MakeRenderer,
  type PlotLibrary,
} from './bench_renderers';
import { webglQuads } from './webgl_renderer';

export interface BenchResult {
  readonly renderer: string;
  readonly name: string;
  readonly first: number;
  // The fastest: on a busy machine the others tell what else was running.
  readonly least: number;
  readonly median: number;
  readonly blocked: number;
  readonly failure: string;
}

declare global {
  interface Window {
    measureRenderers: (
      cases: readonly BenchCase[],
      repeats: number,
      plotModule: string,
    ) => Promise<readonly BenchResult[]>;
    drawOnce: (one: BenchCase, renderer: string) => Promise<void>;
  }
}

const renderers: Record<string, MakeRenderer> = {
  raster: rasterHere,
  'raster in worker': rasterInWorker,
  'canvas paths': canvasPaths,
  webgl: webglQuads,
};

// Slow renderers are not repeated as often.
const longestMeasure = 4000;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function measure(renderer: string, make: MakeRenderer, one: BenchCase, repeats: number): Promise<BenchResult> {
  const result = { renderer, name: one.name, first: 0, least: 0, median: 0, blocked: 0, failure: '' };
  try {
    const drawn = make(makeLines(one));
    const first = await drawn.draw();
    const times: number[] = [];
    const blocked: number[] = [];
    const begin = performance.now();
    for (let i = 0; i < repeats && performance.now() - begin < longestMeasure; i += 1) {
      const time = await drawn.draw();
      times.push(time.total);
      blocked.push(time.blocked);
      // Lets the browser show it and collect garbage, as between frames.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    drawn.close();
    return {
      ...result,
      first: first.total,
      least: Math.min(...times),
      median: median(times),
      blocked: median(blocked),
    };
  } catch (error) {
    return { ...result, failure: String(error) };
  }
}

window.measureRenderers = async (cases, repeats, plotModule) => {
  const all = { ...renderers };
  if (plotModule !== '') {
    const module: { readonly default: PlotLibrary } = await import(/* @vite-ignore */ plotModule);
    all.uPlot = plotLibrary(module.default);
  }
  const results: BenchResult[] = [];
  for (const one of cases) {
    for (const [name, make] of Object.entries(all)) results.push(await measure(name, make, one, repeats));
  }
  return results;
};

window.drawOnce = async (one, renderer) => {
  await renderers[renderer]?.(makeLines(one)).draw();
};
