// Measures one thing of one page and prints a line of JSON. bench/page_run.py starts it; by hand:
//
//   npx vite-node bench/page/measure_page.ts first_chart ours http://localhost:6006 RUNS LOGDIR
import {
  measureFirstChart,
  measureScrolling,
  measureToggle,
  measureWrittenToPixel,
  measureZoom,
  type Target,
} from './page_measures';
import { subjects } from './page_subjects';

const zoomTurns = 32;
const ownPoints = 40;
const otherPoints = 2;

const measures: Readonly<Record<string, (target: Target) => Promise<object>>> = {
  first_chart: measureFirstChart,
  scrolling: measureScrolling,
  toggle: measureToggle,
  zoom: (target) => measureZoom(target, zoomTurns),
  // The other page asks every 30 s: two points say enough.
  written_to_pixel: (target) =>
    target.subject === subjects.ours
      ? measureWrittenToPixel(target, ownPoints, 10)
      : measureWrittenToPixel(target, otherPoints, 90),
};

async function main([what = '', name = '', root = '', runs = '0', logs = '']: readonly string[]): Promise<void> {
  const measure = measures[what];
  const subject = subjects[name];
  if (measure === undefined || subject === undefined)
    throw new Error(
      `measure_page ${Object.keys(measures).join('|')} ${Object.keys(subjects).join('|')} URL RUNS LOGDIR`,
    );
  // As make_logs names them.
  const names = Array.from({ length: Number(runs) }, (_, i) => `run-${String(i).padStart(4, '0')}`);
  console.log(JSON.stringify(await measure({ subject, root, runs: names, logs })));
}

await main(process.argv.slice(2));
