// Measures one thing of one page and prints a line of JSON. bench/page_run.py starts it; by hand:
//
//   npx vite-node bench/page/measure_page.ts first_chart ours http://localhost:6006 RUNS LOGDIR
import { measureGraphOpening, measureGraphPainting, measureGraphPanning } from './graph_measures';
import { graphSubjects, type GraphSubject } from './graph_subjects';
import { measureImageGrid, measureImageSlider } from './image_measures';
import {
  measureFirstChart,
  measureScrolling,
  measureToggle,
  measureWrittenToPixel,
  measureZoom,
  type Target,
} from './page_measures';
import { imageSubjects, subjects, type ImageSubject, type Subject } from './page_subjects';

const zoomTurns = 32;
const ownPoints = 30;
const otherPoints = 2;
const sliderSteps = 40;

type Measure<S> = (target: Target, subject: S) => Promise<object>;

const measures: Readonly<Record<string, Measure<Subject>>> = {
  first_chart: measureFirstChart,
  scrolling: measureScrolling,
  toggle: measureToggle,
  zoom: (target, subject) => measureZoom(target, subject, zoomTurns),
  // The other page asks every 30 s: two points say enough.
  written_to_pixel: (target, subject) =>
    subject === subjects.ours
      ? measureWrittenToPixel(target, subject, ownPoints, 10)
      : measureWrittenToPixel(target, subject, otherPoints, 90),
};
const imageMeasures: Readonly<Record<string, Measure<ImageSubject>>> = {
  image_grid: measureImageGrid,
  image_slider: (target, subject) => measureImageSlider(target, subject, sliderSteps),
};
const graphMeasures: Readonly<Record<string, Measure<GraphSubject>>> = {
  graph_painting: measureGraphPainting,
  graph_opening: measureGraphOpening,
  graph_panning: measureGraphPanning,
};

// One of `measures` with one of `subjects`, if these have both.
function bind<S>(
  measures: Readonly<Record<string, Measure<S>>>,
  subjects: Readonly<Record<string, S>>,
  what: string,
  name: string,
): ((target: Target) => Promise<object>) | undefined {
  const [measure, subject] = [measures[what], subjects[name]];
  return measure === undefined || subject === undefined ? undefined : (target) => measure(target, subject);
}

async function main([what = '', name = '', root = '', runs = '0', logs = '']: readonly string[]): Promise<void> {
  const measure =
    bind(measures, subjects, what, name) ??
    bind(imageMeasures, imageSubjects, what, name) ??
    bind(graphMeasures, graphSubjects, what, name);
  if (measure === undefined)
    throw new Error(
      `measure_page ${Object.keys(measures).join('|')} ${Object.keys(subjects).join('|')} URL RUNS LOGDIR, or ` +
        `${Object.keys(imageMeasures).join('|')} ${Object.keys(imageSubjects).join('|')} URL, or ` +
        `${Object.keys(graphMeasures).join('|')} ${Object.keys(graphSubjects).join('|')} URL`,
    );
  // As make_logs names them.
  const names = Array.from({ length: Number(runs) }, (_, i) => `run-${String(i).padStart(4, '0')}`);
  console.log(JSON.stringify(await measure({ root, runs: names, logs })));
}

await main(process.argv.slice(2));
