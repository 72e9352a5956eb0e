// What a card shows as a picture for a paper: one SVG file, all plots beside each other.
import type { Language } from '$base/language.svelte';
import type { ChartTheme } from '$charts/line_data';
import type { HistogramRows } from '$histograms/histogram_answer';
import type { BinHeights, HeightOptions } from './drawing/bin_heights';
import { pairPicture, type PairMode } from './drawing/pair_picture';
import type { PlotMode } from './drawing/plot_detail';
import type { PlotRoom } from './drawing/plot_frame';
import type { PictureInput } from './drawing/plot_picture';
import type { Shape } from './drawing/plot_shapes';
import { captionHeight, partsSvg, type SvgPart } from './drawing/shape_svg';
import { pairAt } from './pair_step';
import { seriesPicture } from './series_picture';

export interface PaperRun {
  readonly series: HistogramRows;
  readonly heights: BinHeights;
  readonly name: string;
  readonly color: string;
  readonly origin: number;
}

export interface PaperPair {
  readonly mode: PairMode;
  readonly step: number | undefined;
  readonly heights: HeightOptions;
}

export interface PaperChoice extends Pick<PictureInput, 'axis'> {
  readonly title: string;
  readonly mode: PlotMode;
  // Two runs in one plot, at this step; undefined: at the last.
  readonly pair?: PaperPair | undefined;
  readonly language: Language;
}

export interface PaperPicture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

// Paper is white whatever the page looks like, so these colours are not the theme's.
const paper: ChartTheme = {
  ground: '#ffffff',
  text: '#1a1a1a',
  dim: '#444444',
  grid: '#ececec',
  axis: '#777777',
  accent: '#0b6e69',
  isDark: false,
};

const plotSize = { width: 520, height: 320 };
const mostColumns = 3;
const margin = 12;
const titleHeight = 26;

export function paperPicture(runs: readonly PaperRun[], choice: PaperChoice): PaperPicture {
  const room: PlotRoom = { ...plotSize, pixelRatio: 1, theme: paper, language: choice.language };
  const plots =
    choice.pair === undefined ? runs.map((run) => plotOf(run, choice, room)) : pairPlots(runs, choice, room);
  const columns = Math.min(mostColumns, Math.max(1, plots.length));
  const rows = Math.ceil(plots.length / columns);
  const pitch = { x: plotSize.width + margin, y: plotSize.height + captionHeight + margin };
  const parts = plots.map((plot, i): SvgPart => ({
    ...plot,
    x: margin + (i % columns) * pitch.x,
    y: titleHeight + Math.floor(i / columns) * pitch.y,
  }));
  const width = margin + columns * pitch.x;
  const height = titleHeight + rows * pitch.y;
  const svg = partsSvg(parts, { width, height, ground: paper.ground, text: paper.text, title: choice.title });
  return { svg, width, height };
}

type Plot = Omit<SvgPart, 'x' | 'y'>;

function plotOf({ series, heights, name, color, origin }: PaperRun, choice: PaperChoice, room: PlotRoom): Plot {
  const { axis } = choice;
  const { shapes } = seriesPicture(choice.mode, { data: series, heights, color, axis, origin, room });
  return { caption: name, color, shapes };
}

function pairPlots(runs: readonly PaperRun[], choice: PaperChoice, room: PlotRoom): readonly Plot[] {
  const [first, second] = runs;
  if (first === undefined || second === undefined || choice.pair === undefined) return [];
  const { mode, step, heights } = choice.pair;
  const [above, below] = pairAt([first.series, second.series], step, heights);
  if (above === undefined || below === undefined) return [];
  const sides = [
    { ...above, color: first.color },
    { ...below, color: second.color },
  ] as const;
  const { shapes } = pairPicture({ sides, mode, room });
  const names: readonly Shape[] = [
    { kind: 'text', text: second.name, x: plotSize.width - 12, y: 6, color: second.color, anchor: 'end' },
  ];
  return [{ caption: first.name, color: first.color, shapes: [...shapes, ...names] }];
}
