// Where the parts of a figure for a paper stand. Widths of text are estimates: the program that shows the figure chooses the font.

import { visibleText } from '$base/visible_text';
import { labelPixels, type AxisLanguage, type AxisTextKind } from './axis_text';
import type { AxisView, ChartTheme, LineSeries, LineStyle } from './line_data';
import { axisTicks, type Tick, type TickDirection } from './ticks';

export interface Figure {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly rightLabel?: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly legend: boolean;
  readonly view: { readonly x: AxisView; readonly left: AxisView; readonly right?: AxisView | undefined };
  readonly xText: AxisTextKind;
  readonly yText: AxisTextKind;
  readonly series: readonly LineSeries[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly theme: ChartTheme;
  readonly language: AxisLanguage;
}

export interface LegendEntry {
  readonly label: string;
  readonly color: string;
  readonly dash: readonly number[];
  readonly x: number;
  readonly y: number; // of the middle of the row
}

export interface FigureLayout {
  readonly left: number;
  readonly top: number;
  readonly width: number; // of the plot
  readonly height: number;
  readonly titleY: number;
  readonly legend: readonly LegendEntry[];
  readonly xTicks: readonly Tick[];
  readonly leftTicks: readonly Tick[];
  readonly rightTicks: readonly Tick[];
}

// The type that tick labels are measured for.
const measuredType = 11;
export const legendSample = 2; // length of the line before a name, in font sizes
const longestName = 60;
const leastPlot = 20;
// More names than this fill no columns.
const mostColumned = 500;
const rightNotes: Readonly<Record<AxisLanguage, string>> = { en: ' (right axis)', zh: '（右轴）' };

export function textWidth(text: string, fontSize: number): number {
  return (labelPixels(text) * fontSize) / measuredType;
}

// Long names keep their end, which is where runs differ.
function shortName(name: string): string {
  const letters = [...name];
  return visibleText(letters.length <= longestName ? name : `\u2026${letters.slice(1 - longestName).join('')}`);
}

function ticksFor(axis: AxisView, figure: Figure, pixels: number, direction: TickDirection): readonly Tick[] {
  const kind = direction === 'x' ? figure.xText : figure.yText;
  return axisTicks(axis, (pixels * measuredType) / figure.fontSize, kind, figure.language, direction);
}

function widestLabel(ticks: readonly Tick[], fontSize: number): number {
  return ticks.reduce((widest, tick) => Math.max(widest, textWidth(tick.label, fontSize)), 0);
}

// Names stand in rows below the title, in columns where all have room in them. There are as many rows as leave two thirds of the figure to the
// plot; the rest are counted in one entry.
function legendRows(figure: Figure, left: number, top: number, width: number): readonly LegendEntry[] {
  const { fontSize } = figure;
  const rowHeight = fontSize * 1.5;
  const mostRows = Math.max(1, Math.floor(figure.height / 3 / rowHeight));
  const shown = figure.series.filter((one) => !one.isBackground && figure.styles.get(one.key)?.isVisible);
  const labels = shown.map((one) => {
    const isRight = one.side === 'right' && figure.view.right !== undefined;
    return shortName(one.label) + (isRight ? rightNotes[figure.language] : '');
  });
  const gap = fontSize * 1.5;
  const widths = labels.map((label) => fontSize * (legendSample + 0.5) + textWidth(label, fontSize) + gap);
  const widest = Math.max(1, ...widths.slice(0, mostColumned));
  const columns = Math.floor((width + gap) / widest);
  const isColumned = shown.length <= mostColumned && columns * mostRows >= shown.length;
  const entries: LegendEntry[] = [];
  let [x, row] = [left, 0];
  for (const [i, one] of shown.entries()) {
    const style = figure.styles.get(one.key);
    const taken = isColumned ? widest : (widths[i] ?? 0);
    // The last one of a row needs no gap behind it.
    if (x > left && x + taken - gap > left + width) {
      x = left;
      row += 1;
    }
    const y = top + (row + 0.5) * rowHeight;
    if (row >= mostRows) {
      const last = entries.pop();
      if (last !== undefined) {
        entries.push({ label: `+${shown.length - i + 1}`, color: 'none', dash: [], x: last.x, y: last.y });
      }
      break;
    }
    entries.push({ label: labels[i] ?? '', color: style?.color ?? 'none', dash: style?.dash ?? [], x, y });
    x += taken;
  }
  return entries;
}

export function layoutFigure(figure: Figure): FigureLayout {
  const { fontSize } = figure;
  const gap = fontSize * 0.6;
  const titleSize = fontSize * 1.25;
  const titleY = gap + titleSize;
  let top = figure.title === '' ? gap * 1.5 : titleY + gap;
  const legend = figure.legend ? legendRows(figure, gap * 2, top, figure.width - gap * 4) : [];
  const lastRow = legend.at(-1);
  if (lastRow !== undefined) top = lastRow.y + fontSize * 0.75 + gap;
  const bottom = gap * 1.5 + fontSize + (figure.xLabel === '' ? 0 : fontSize + gap);
  const height = Math.max(leastPlot, figure.height - top - bottom);
  const leftTicks = ticksFor(figure.view.left, figure, height, 'y');
  const rightTicks = figure.view.right === undefined ? [] : ticksFor(figure.view.right, figure, height, 'y');
  const labelRoom = (label: string | undefined): number => (label === undefined || label === '' ? 0 : fontSize + gap);
  const left = gap * 2 + widestLabel(leftTicks, fontSize) + labelRoom(figure.yLabel);
  const right =
    figure.view.right === undefined
      ? gap * 3
      : gap * 2 + widestLabel(rightTicks, fontSize) + labelRoom(figure.rightLabel);
  const width = Math.max(leastPlot, figure.width - left - right);
  return {
    left,
    top,
    width,
    height,
    titleY,
    legend,
    leftTicks,
    rightTicks,
    xTicks: ticksFor(figure.view.x, figure, width, 'x'),
  };
}
