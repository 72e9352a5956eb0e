// Draws lines into pixels without a canvas: a pure function of data, view, styles and theme, on any thread.

import { CoverageMask } from './coverage_mask';
import { firstAtLeast } from './fit_domain';
import type { ChartTheme, ChartView, LineSeries, LineStyle, NonFiniteMark, NumberColumn } from './line_data';
import { endDotRadius, lineStrokes, loneDotRadius, markRadius, type Stroke } from './line_layers';
import { fillBand, strokeDashedLine, strokeLine, type Pen } from './line_path';
import { parseColor, PixelCanvas } from './pixel_canvas';
import { pictureSize } from './picture_size';
import { makePixelMap, PixelColumn, type PixelMap } from './pixel_columns';

// Room for drawing that is kept from one picture to the next. Not shared between threads.
export class RasterTarget {
  readonly mask = new CoverageMask();
  readonly canvas = new PixelCanvas();
  readonly xs = new PixelColumn();
  readonly ys = new PixelColumn();
  readonly highs = new PixelColumn();
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  // Plain RGBA on a transparent ground, row by row.
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

export function drawLines(
  target: RasterTarget,
  series: readonly LineSeries[],
  view: ChartView,
  styles: ReadonlyMap<string, LineStyle>,
  theme: ChartTheme,
): Picture {
  const { width, height } = pictureSize(view);
  const pixels = new Uint8ClampedArray(width * height * 4);
  if (width === 0) return { width, height, pixels };
  const { mask, canvas } = target;
  canvas.reset(width, height);
  mask.resize(width, height);
  const maps: ViewMaps = {
    x: makePixelMap(view.x, 0, width),
    left: makePixelMap(view.left, height, 0),
    right: makePixelMap(view.right ?? view.left, height, 0),
  };
  mask.uncover();
  let drawn = 0;
  for (const stroke of [...lineStrokes(series, styles, theme)].reverse()) {
    drawStroke(target, stroke, maps, view.pixelRatio);
    canvas.layUnder(mask, parseColor(stroke.color), stroke.alpha);
    drawn += 1;
    if (drawn % strokesBetweenLooks === 0) canvas.hide(mask);
  }
  canvas.finish(new Int32Array(pixels.buffer));
  return { width, height, pixels };
}

// How often it is asked what lies hidden under what is drawn already.
const strokesBetweenLooks = 32;

interface ViewMaps {
  readonly x: PixelMap;
  readonly left: PixelMap;
  readonly right: PixelMap;
}

function drawStroke(target: RasterTarget, stroke: Stroke, maps: ViewMaps, pixelRatio: number): void {
  const { series } = stroke;
  const y = maps[series.side];
  const pen: Pen = {
    // Thinner than a pixel a line is no thinner, only fainter and uneven.
    halfWidth: Math.max(1, stroke.width * pixelRatio) / 2,
    dash: stroke.dash.length > 0 ? stroke.dash.map((part) => part * pixelRatio) : stroke.dash,
    loneRadius: loneDotRadius * pixelRatio,
  };
  switch (stroke.part) {
    case 'band':
      if (stroke.band !== undefined) drawBand(target, series.x, stroke.band.low, stroke.band.high, maps.x, y);
      break;
    case 'superseded':
      // Each branch has rising x, but they follow each other: all points are looked at.
      if (series.superseded !== undefined) {
        const { x, y: values } = series.superseded;
        drawPath(target, x, values, 0, Math.min(x.length, values.length), maps.x, y, pen);
      }
      break;
    case 'raw':
      if (series.raw !== undefined)
        drawSeen(target, series.x, series.raw, maps.x, y, { ...pen, loneRadius: pixelRatio });
      break;
    case 'line':
      drawSeen(target, series.x, series.y, maps.x, y, pen);
      if (stroke.hasEndDot) drawEndDot(target, series, maps.x, y, Math.max(endDotRadius * pixelRatio, pen.halfWidth));
      break;
    case 'marks':
      for (const mark of series.marks ?? []) drawMark(target.mask, series, mark, maps.x, y, markRadius * pixelRatio);
      break;
  }
}

// The points within the view, and one on either side, from which the line comes and to which it goes.
function seenRange(x: NumberColumn, count: number, map: PixelMap, pixels: number): readonly [number, number] {
  // As far outside as a stroke or dot reaches in.
  const margin = 8;
  const begin = firstAtLeast(x, map.scale.toValue(-margin));
  const end = firstAtLeast(x, map.scale.toValue(pixels + margin));
  return [Math.max(0, Math.min(begin - 1, count)), Math.min(end + 1, count)];
}

function drawSeen(
  target: RasterTarget,
  x: NumberColumn,
  values: NumberColumn,
  xMap: PixelMap,
  yMap: PixelMap,
  pen: Pen,
): void {
  const [begin, end] = seenRange(x, Math.min(x.length, values.length), xMap, target.mask.width);
  drawPath(target, x, values, begin, end, xMap, yMap, pen);
}

function drawPath(
  target: RasterTarget,
  x: NumberColumn,
  values: NumberColumn,
  begin: number,
  end: number,
  xMap: PixelMap,
  yMap: PixelMap,
  pen: Pen,
): void {
  if (begin >= end) return;
  const { mask, xs, ys } = target;
  xs.load(x, begin, end, xMap);
  ys.load(values, begin, end, yMap);
  const stroke = pen.dash.length > 0 ? strokeDashedLine : strokeLine;
  stroke(mask, xs.values, ys.values, end - begin, pen);
}

function drawBand(
  target: RasterTarget,
  x: NumberColumn,
  low: NumberColumn,
  high: NumberColumn,
  xMap: PixelMap,
  yMap: PixelMap,
): void {
  const { mask, xs, ys, highs } = target;
  const [begin, end] = seenRange(x, Math.min(x.length, low.length, high.length), xMap, mask.width);
  if (begin >= end) return;
  xs.load(x, begin, end, xMap);
  ys.load(low, begin, end, yMap);
  highs.load(high, begin, end, yMap);
  fillBand(mask, xs.values, ys.values, highs.values, end - begin);
}

function drawEndDot(target: RasterTarget, series: LineSeries, xMap: PixelMap, yMap: PixelMap, radius: number): void {
  const last = Math.min(series.x.length, series.y.length) - 1;
  const x = xMap.scale.toPixel(series.x[last] ?? Number.NaN);
  const y = yMap.scale.toPixel(series.y[last] ?? Number.NaN);
  if (Number.isFinite(x) && Number.isFinite(y)) target.mask.fillDisc(x, y, radius);
}

// Where a mark that has no height is put: beside the last finite value before it, else the first after it.
export function markHeight(series: LineSeries, x: number): number | undefined {
  const next = firstAtLeast(series.x, x);
  for (let i = Math.min(next, series.y.length - 1); i >= 0; i -= 1) {
    const value = series.y[i];
    if (value !== undefined && Number.isFinite(value) && (series.x[i] ?? Infinity) <= x) return value;
  }
  for (let i = next; i < series.y.length; i += 1) {
    const value = series.y[i];
    if (value !== undefined && Number.isFinite(value)) return value;
  }
  return undefined;
}

function drawMark(
  mask: CoverageMask,
  series: LineSeries,
  mark: NonFiniteMark,
  xMap: PixelMap,
  yMap: PixelMap,
  radius: number,
): void {
  const x = xMap.scale.toPixel(mark.x);
  if (!(x > -radius && x < mask.width + radius)) return;
  if (mark.kind === 'nan') {
    const height = markHeight(series, mark.x);
    const pixel = height === undefined ? Number.NaN : yMap.scale.toPixel(height);
    // Out of sight it would say nothing: it stays at the edge.
    const y = Math.min(Math.max(Number.isNaN(pixel) ? mask.height : pixel, radius), mask.height - radius);
    mask.fillPolygon(triangle(x, y, radius, -1));
    return;
  }
  const isUp = mark.kind === '+inf';
  const direction = isUp ? -1 : 1;
  const tip = isUp ? radius : mask.height - radius;
  mask.fillPolygon(triangle(x, tip, radius, direction));
  const stem = tip - direction * radius * 0.4;
  mask.strokeSegment(x, stem, x, stem - direction * radius * 1.4, radius * 0.22);
}

// Points up for direction -1, down for 1; `radius` from the middle to the tip.
export function triangle(x: number, y: number, radius: number, direction: number): readonly number[] {
  const base = y - direction * radius * 0.7;
  return [x, y + direction * radius, x - radius * 0.9, base, x + radius * 0.9, base];
}
