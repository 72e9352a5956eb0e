// Lines and areas as SVG path data, no longer than their size on paper can show.

import type { NumberColumn } from './line_data';
import type { Scale } from './scale';
import { visiblePart } from './segment_clip';

export interface PathBox {
  readonly width: number;
  readonly height: number;
  // Points that share a column this wide become one upright stroke.
  readonly columnWidth: number;
}

export interface LinePath {
  readonly data: string;
  // Points between two breaks, one after the other: x, y.
  readonly lonePoints: readonly number[];
}

const unitsPerPixel = 100;
const edge = 20;
// Areas are not cut but bent beyond this many pixels: viewers lose their way in very large numbers.
const farthest = 1e5;

// Relative coordinates are a third shorter than absolute ones. Rounding does not add up: each is taken from where the pen really is.
class PathWriter {
  private text = '';
  private penX = 0; // hundredths
  private penY = 0;
  private isEmpty = true;

  moveTo(x: number, y: number): void {
    this.penX = Math.round(x * unitsPerPixel);
    this.penY = Math.round(y * unitsPerPixel);
    this.text += `M${hundredths(this.penX)}${separated(this.penY)}`;
    this.isEmpty = false;
  }

  lineTo(x: number, y: number): void {
    const toX = Math.round(x * unitsPerPixel);
    const toY = Math.round(y * unitsPerPixel);
    const [dx, dy] = [toX - this.penX, toY - this.penY];
    if (dx === 0 && dy === 0) return;
    if (dx === 0) this.text += `v${hundredths(dy)}`;
    else if (dy === 0) this.text += `h${hundredths(dx)}`;
    else this.text += `l${hundredths(dx)}${separated(dy)}`;
    this.penX = toX;
    this.penY = toY;
  }

  close(): void {
    if (!this.isEmpty) this.text += 'z';
  }

  get data(): string {
    return this.text;
  }
}

function hundredths(units: number): string {
  return String(units / unitsPerPixel).replace(/^(-?)0\./, '$1.');
}

function separated(units: number): string {
  return units < 0 ? hundredths(units) : ` ${hundredths(units)}`;
}

export function linePath(x: NumberColumn, y: NumberColumn, xScale: Scale, yScale: Scale, box: PathBox): LinePath {
  const writer = new PathWriter();
  const lonePoints: number[] = [];
  const count = Math.min(x.length, y.length);
  let runLength = 0;
  let isDown = false;
  let [lastX, lastY] = [0, 0];
  // Of the points in the column of the last one: how many, where, and their lowest and highest in the order in which they come.
  let inColumn = 0;
  let column = 0;
  let [first, second] = [0, 0];

  const segment = (x0: number, y0: number, x1: number, y1: number): void => {
    const [from, to] = visiblePart(x0, y0, x1, y1, box.width, box.height, edge);
    if (!(from <= to)) {
      isDown = false;
      return;
    }
    if (!isDown) writer.moveTo(x0 + (x1 - x0) * from, y0 + (y1 - y0) * from);
    writer.lineTo(x0 + (x1 - x0) * to, y0 + (y1 - y0) * to);
    isDown = to === 1;
  };
  const leaveColumn = (): void => {
    if (inColumn > 1) {
      const middle = (column + 0.5) * box.columnWidth;
      segment(middle, first, middle, second);
    }
  };

  for (let i = 0; i <= count; i += 1) {
    const atX = i < count ? xScale.toPixel(x[i] ?? Number.NaN) : Number.NaN;
    const atY = i < count ? yScale.toPixel(y[i] ?? Number.NaN) : Number.NaN;
    if (!Number.isFinite(atX) || !Number.isFinite(atY)) {
      leaveColumn();
      if (runLength === 1 && isInside(lastX, lastY, box)) lonePoints.push(lastX, lastY);
      runLength = 0;
      inColumn = 0;
      isDown = false;
      continue;
    }
    const own = Math.floor(atX / box.columnWidth);
    runLength += 1;
    if (runLength > 1 && own === column) {
      inColumn += 1;
      // The last extreme stays last, so that the stroke ends where the line goes on.
      if (atY < Math.min(first, second)) [first, second] = [Math.max(first, second), atY];
      else if (atY > Math.max(first, second)) [first, second] = [Math.min(first, second), atY];
    } else {
      leaveColumn();
      if (runLength > 1) {
        const fromX = inColumn > 1 ? (column + 0.5) * box.columnWidth : lastX;
        segment(fromX, inColumn > 1 ? second : lastY, atX, atY);
      }
      inColumn = 1;
      column = own;
      [first, second] = [atY, atY];
    }
    lastX = atX;
    lastY = atY;
  }
  return { data: writer.data, lonePoints };
}

function isInside(x: number, y: number, box: PathBox): boolean {
  return x >= -edge && x <= box.width + edge && y >= -edge && y <= box.height + edge;
}

// The area between two lines over the same x.
export function bandPath(
  x: NumberColumn,
  low: NumberColumn,
  high: NumberColumn,
  xScale: Scale,
  yScale: Scale,
  box: PathBox,
): string {
  const writer = new PathWriter();
  const bent = (pixel: number, size: number): number => Math.min(Math.max(pixel, -farthest), size + farthest);
  let upper: number[] = [];
  let lower: number[] = [];
  let column = Number.NaN;
  const finish = (): void => {
    for (let i = 0; i < upper.length; i += 2) {
      if (i === 0) writer.moveTo(upper[0] ?? 0, upper[1] ?? 0);
      else writer.lineTo(upper[i] ?? 0, upper[i + 1] ?? 0);
    }
    for (let i = lower.length - 2; i >= 0; i -= 2) writer.lineTo(lower[i] ?? 0, lower[i + 1] ?? 0);
    if (upper.length > 0) writer.close();
    upper = [];
    lower = [];
    column = Number.NaN;
  };
  const count = Math.min(x.length, low.length, high.length);
  for (let i = 0; i < count; i += 1) {
    const atX = bent(xScale.toPixel(x[i] ?? Number.NaN), box.width);
    const a = bent(yScale.toPixel(low[i] ?? Number.NaN), box.height);
    const b = bent(yScale.toPixel(high[i] ?? Number.NaN), box.height);
    if (Number.isNaN(atX + a + b)) {
      finish();
      continue;
    }
    const [top, bottom] = [Math.min(a, b), Math.max(a, b)];
    const own = Math.floor(atX / box.columnWidth);
    if (own === column) {
      upper[upper.length - 1] = Math.min(upper.at(-1) ?? top, top);
      lower[lower.length - 1] = Math.max(lower.at(-1) ?? bottom, bottom);
    } else {
      upper.push(atX, top);
      lower.push(atX, bottom);
      column = own;
    }
  }
  finish();
  return writer.data;
}
