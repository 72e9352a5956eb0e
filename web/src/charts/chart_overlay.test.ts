import { describe, expect, it } from 'vitest';
import { drawCursor, drawGround, isCursorEmpty, type Canvas, type CursorPicture } from './chart_overlay';
import type { PlotScales } from './chart_hover';
import type { ChartTheme } from './line_data';
import { makeScale } from './scale';

const theme: ChartTheme = {
  ground: '#ffffff',
  text: '#000001',
  dim: '#000002',
  grid: '#000003',
  axis: '#000004',
  accent: '#000005',
  isDark: false,
};
const layout = { width: 200, height: 130, plot: { left: 40, top: 8, width: 150, height: 100 } };
const scales: PlotScales = {
  x: makeScale({ kind: 'linear', domain: { min: 0, max: 150 }, symlogConstant: 1 }, 0, 150),
  left: makeScale({ kind: 'linear', domain: { min: 0, max: 10 }, symlogConstant: 1 }, 100, 0),
  right: undefined,
};

interface Line {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly color: unknown;
}

// Keeps what a canvas would have drawn.
class Recorder implements Canvas {
  fillStyle: string | CanvasGradient | CanvasPattern = '';
  strokeStyle: string | CanvasGradient | CanvasPattern = '';
  lineWidth = 1;
  globalAlpha = 1;
  font = '';
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly lines: Line[] = [];
  readonly texts: { text: string; x: number; y: number; align: string }[] = [];
  readonly arcs: { x: number; y: number; radius: number; color: unknown }[] = [];
  readonly rects: { rect: readonly number[]; alpha: number }[] = [];
  readonly dashes: number[][] = [];
  #path: Omit<Line, 'color'>[] = [];
  #arc: readonly [number, number, number] | undefined;
  #at: readonly [number, number] = [0, 0];

  setTransform(): void {}
  clearRect(): void {}
  beginPath(): void {
    this.#path = [];
    this.#arc = undefined;
  }
  moveTo(x: number, y: number): void {
    this.#at = [x, y];
  }
  lineTo(x: number, y: number): void {
    this.#path.push({ from: this.#at, to: [x, y] });
  }
  arc(x: number, y: number, radius: number): void {
    this.#arc = [x, y, radius];
  }
  stroke(): void {
    for (const line of this.#path) this.lines.push({ ...line, color: this.strokeStyle });
  }
  fill(): void {
    if (this.#arc === undefined) return;
    const [x, y, radius] = this.#arc;
    this.arcs.push({ x, y, radius, color: this.fillStyle });
  }
  fillRect(...rect: [number, number, number, number]): void {
    this.rects.push({ rect, alpha: this.globalAlpha });
  }
  strokeRect(): void {}
  fillText(text: string, x: number, y: number): void {
    this.texts.push({ text, x, y, align: this.textAlign });
  }
  measureText(text: string): TextMetrics {
    const width = text.length * 6;
    return {
      width,
      actualBoundingBoxAscent: 0,
      actualBoundingBoxDescent: 0,
      actualBoundingBoxLeft: 0,
      actualBoundingBoxRight: width,
      alphabeticBaseline: 0,
      emHeightAscent: 0,
      emHeightDescent: 0,
      fontBoundingBoxAscent: 0,
      fontBoundingBoxDescent: 0,
      hangingBaseline: 0,
      ideographicBaseline: 0,
    };
  }
  setLineDash(dash: number[]): void {
    this.dashes.push(dash);
  }
}

describe('drawGround', () => {
  const ticks = {
    x: [
      { value: 0, label: '0', isMajor: true },
      { value: 150, label: '150,000,000', isMajor: true },
      { value: 500, label: 'far', isMajor: true },
    ],
    left: [
      { value: 5, label: '5', isMajor: true },
      { value: 7, label: '', isMajor: false },
    ],
    right: [],
  };
  const canvas = new Recorder();
  drawGround(canvas, { layout, scales, ticks, theme, fontFamily: 'serif', pixelRatio: 1 });
  it('has a grid line for each major tick, on whole pixels', () => {
    const grid = canvas.lines.filter((line) => line.color === theme.grid);
    expect(grid.map((line) => [line.from, line.to])).toEqual([
      [
        [40.5, 8],
        [40.5, 108],
      ],
      [
        [190.5, 8],
        [190.5, 108],
      ],
      [
        [40, 58.5],
        [190, 58.5],
      ],
    ]);
  });
  it('has labels, those at the edge moved inwards, none out of sight', () => {
    expect(canvas.texts.map(({ text, x, align }) => [text, x, align])).toEqual([
      ['5', 32, 'right'],
      ['0', 40, 'center'],
      ['150,000,000', 166, 'center'],
    ]);
  });
  it('draws nothing into a plot without pixels', () => {
    const empty = new Recorder();
    const flat = { ...layout, plot: { ...layout.plot, width: 0 } };
    drawGround(empty, { layout: flat, scales, ticks, theme, fontFamily: 'serif', pixelRatio: 2 });
    expect([empty.lines, empty.texts]).toEqual([[], []]);
  });
});

describe('drawCursor', () => {
  const nothing: CursorPicture = {
    layout,
    theme,
    pixelRatio: 2,
    cursorX: undefined,
    dots: [],
    pins: [],
    band: undefined,
  };
  it('is empty with nothing to show', () => {
    expect(isCursorEmpty(nothing)).toBe(true);
    expect(isCursorEmpty({ ...nothing, pins: [3] })).toBe(false);
    expect(isCursorEmpty({ ...nothing, band: layout.plot })).toBe(false);
  });
  it('has a line, dots inside the plot only, and dashed pins', () => {
    const canvas = new Recorder();
    const dot = { x: 10, y: 20, color: '#ff0000', isNearest: true };
    const dots = [dot, { ...dot, y: 400 }, { ...dot, y: Number.NaN }];
    drawCursor(canvas, { ...nothing, cursorX: 10, dots, pins: [30] });
    expect(canvas.lines.map((line) => [line.from[0], line.color])).toEqual([
      [70, theme.accent],
      [50, theme.axis],
    ]);
    expect(canvas.dashes).toEqual([[4, 3], []]);
    expect(canvas.arcs.map((arc) => [arc.x, arc.y, arc.color])).toEqual([
      [50, 28, theme.ground],
      [50, 28, '#ff0000'],
    ]);
  });
  it('has the band, see-through', () => {
    const canvas = new Recorder();
    drawCursor(canvas, { ...nothing, band: { left: 50, top: 8, width: 20, height: 100 } });
    expect(canvas.rects).toEqual([{ rect: [50, 8, 20, 100], alpha: 0.12 }]);
    expect(canvas.globalAlpha).toBe(1);
  });
});
