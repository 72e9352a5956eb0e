// Everything of a chart that is drawn apart from its curves: grid, axes and labels below them; cursor, dots, pins and the zoom
// band above. Pure functions over the few calls of a canvas that they need, so that a test can read the calls.
import type { ChartLayout, Rect } from './chart_layout';
import type { PlotScales } from './chart_hover';
import type { ChartTheme } from './line_data';
import type { Scale } from './scale';
import type { Tick } from './ticks';

export type Canvas = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'stroke'
  | 'fill'
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'measureText'
  | 'setLineDash'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>;

export interface AxisTicks {
  readonly x: readonly Tick[];
  readonly left: readonly Tick[];
  readonly right: readonly Tick[];
}

export interface GroundPicture {
  readonly layout: ChartLayout;
  readonly scales: PlotScales;
  readonly ticks: AxisTicks;
  readonly theme: ChartTheme;
  readonly fontFamily: string;
  readonly pixelRatio: number;
}

const labelSize = 11;
const labelGap = 8;
const notch = 4;

// A line of a whole number of device pixels, about one CSS pixel, and where it has to stand to be sharp.
interface Hair {
  readonly width: number;
  at(position: number): number;
}

function hairline(pixelRatio: number): Hair {
  const devicePixels = Math.max(1, Math.floor(pixelRatio));
  const half = devicePixels % 2 === 0 ? 0 : 0.5;
  return {
    width: devicePixels / pixelRatio,
    at: (position) => (Math.round(position * pixelRatio - half) + half) / pixelRatio,
  };
}

export function drawGround(canvas: Canvas, picture: GroundPicture): void {
  const { layout, scales, ticks, theme, pixelRatio } = picture;
  const { plot } = layout;
  const hair = hairline(pixelRatio);
  const right = plot.left + plot.width;
  const bottom = plot.top + plot.height;
  canvas.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  canvas.clearRect(0, 0, layout.width, layout.height);
  if (plot.width <= 0 || plot.height <= 0) return;
  canvas.lineWidth = hair.width;

  canvas.strokeStyle = theme.grid;
  canvas.beginPath();
  for (const [tick, x] of placed(ticks.x, scales.x, plot.width)) {
    if (tick.isMajor) line(canvas, hair.at(plot.left + x), plot.top, hair.at(plot.left + x), bottom);
  }
  for (const [tick, y] of placed(ticks.left, scales.left, plot.height)) {
    if (tick.isMajor) line(canvas, plot.left, hair.at(plot.top + y), right, hair.at(plot.top + y));
  }
  canvas.stroke();

  canvas.strokeStyle = theme.axis;
  canvas.beginPath();
  line(canvas, plot.left, hair.at(bottom), right, hair.at(bottom));
  for (const [, x] of placed(ticks.x, scales.x, plot.width)) {
    line(canvas, hair.at(plot.left + x), bottom, hair.at(plot.left + x), bottom + notch);
  }
  for (const [tick, y] of placed(ticks.left, scales.left, plot.height)) {
    // Grid lines show where the major ones are; the notches between powers of ten have no other sign.
    if (!tick.isMajor) line(canvas, plot.left - notch, hair.at(plot.top + y), plot.left, hair.at(plot.top + y));
  }
  if (scales.right !== undefined) {
    // Two grids cannot be told apart, so the right axis has only notches.
    line(canvas, hair.at(right), plot.top, hair.at(right), bottom);
    for (const [, y] of placed(ticks.right, scales.right, plot.height)) {
      line(canvas, right, hair.at(plot.top + y), right + notch, hair.at(plot.top + y));
    }
  }
  canvas.stroke();
  drawLabels(canvas, picture);
}

function drawLabels(canvas: Canvas, picture: GroundPicture): void {
  const { layout, scales, ticks, theme } = picture;
  const { plot } = layout;
  canvas.font = `${String(labelSize)}px ${picture.fontFamily}`;
  canvas.fillStyle = theme.dim;
  canvas.textBaseline = 'middle';
  canvas.textAlign = 'right';
  for (const [tick, y] of placed(ticks.left, scales.left, plot.height)) {
    if (tick.label !== '') canvas.fillText(tick.label, plot.left - labelGap, plot.top + y);
  }
  if (scales.right !== undefined) {
    canvas.textAlign = 'left';
    for (const [tick, y] of placed(ticks.right, scales.right, plot.height)) {
      if (tick.label !== '') canvas.fillText(tick.label, plot.left + plot.width + labelGap, plot.top + y);
    }
  }
  canvas.textAlign = 'center';
  for (const [tick, x] of placed(ticks.x, scales.x, plot.width)) {
    if (tick.label === '') continue;
    // A label at the edge moves inwards rather than being cut.
    const half = canvas.measureText(tick.label).width / 2;
    const centre = Math.max(half + 1, Math.min(layout.width - half - 1, plot.left + x));
    canvas.fillText(tick.label, centre, plot.top + plot.height + labelGap + labelSize / 2);
  }
}

function placed(ticks: readonly Tick[], scale: Scale, size: number): readonly (readonly [Tick, number])[] {
  return ticks
    .map((tick) => [tick, scale.toPixel(tick.value)] as const)
    .filter(([, pixel]) => pixel >= -0.5 && pixel <= size + 0.5);
}

function line(canvas: Canvas, x0: number, y0: number, x1: number, y1: number): void {
  canvas.moveTo(x0, y0);
  canvas.lineTo(x1, y1);
}

export interface CursorDot {
  readonly x: number; // pixels of the plot
  readonly y: number;
  readonly color: string;
  readonly isNearest: boolean;
}

export interface CursorPicture {
  readonly layout: ChartLayout;
  readonly theme: ChartTheme;
  readonly pixelRatio: number;
  readonly cursorX: number | undefined; // pixels of the plot
  readonly dots: readonly CursorDot[];
  readonly pins: readonly number[]; // pixels of the plot
  readonly band: Rect | undefined; // chart pixels
}

export function isCursorEmpty(picture: CursorPicture): boolean {
  return (
    picture.cursorX === undefined &&
    picture.dots.length === 0 &&
    picture.pins.length === 0 &&
    picture.band === undefined
  );
}

export function drawCursor(canvas: Canvas, picture: CursorPicture): void {
  const { layout, theme, pixelRatio } = picture;
  const { plot } = layout;
  const hair = hairline(pixelRatio);
  const bottom = plot.top + plot.height;
  canvas.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  canvas.clearRect(0, 0, layout.width, layout.height);
  canvas.lineWidth = hair.width;
  if (picture.pins.length > 0) {
    canvas.strokeStyle = theme.accent;
    canvas.setLineDash([4, 3]);
    canvas.beginPath();
    for (const pin of picture.pins) line(canvas, hair.at(plot.left + pin), plot.top, hair.at(plot.left + pin), bottom);
    canvas.stroke();
    canvas.setLineDash([]);
  }
  if (picture.cursorX !== undefined) {
    const x = hair.at(plot.left + picture.cursorX);
    canvas.strokeStyle = theme.axis;
    canvas.beginPath();
    line(canvas, x, plot.top, x, bottom);
    canvas.stroke();
  }
  for (const dot of picture.dots) drawDot(canvas, plot, dot, theme.ground);
  if (picture.band !== undefined) drawBand(canvas, picture.band, theme.accent);
}

// A ring in the colour of the ground parts the dot from the curve it sits on.
function drawDot(canvas: Canvas, plot: Rect, dot: CursorDot, ground: string): void {
  if (!(dot.x >= 0 && dot.x <= plot.width && dot.y >= 0 && dot.y <= plot.height)) return;
  const radius = dot.isNearest ? 4.5 : 3;
  canvas.beginPath();
  canvas.arc(plot.left + dot.x, plot.top + dot.y, radius + 1.5, 0, 2 * Math.PI);
  canvas.fillStyle = ground;
  canvas.fill();
  canvas.beginPath();
  canvas.arc(plot.left + dot.x, plot.top + dot.y, radius, 0, 2 * Math.PI);
  canvas.fillStyle = dot.color;
  canvas.fill();
}

function drawBand(canvas: Canvas, band: Rect, accent: string): void {
  canvas.fillStyle = accent;
  canvas.globalAlpha = 0.12;
  canvas.fillRect(band.left, band.top, band.width, band.height);
  canvas.globalAlpha = 1;
  canvas.strokeStyle = accent;
  canvas.strokeRect(band.left, band.top, band.width, band.height);
}
