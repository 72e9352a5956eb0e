// Moving a cursor from point to point, by keys.
import { hoverPoints, nearestIndex, nearestPoint, neighbourCurve, type HoverPoint } from './chart_hover';
import type { ChartModel, Pointing } from './chart_model.svelte';
import { zoomToWindow } from './chart_window';
import type { ChartZoom } from './chart_zoom';
import type { LineSeries } from './line_data';

// What moving has to know of a chart.
export type MoveView = Pick<ChartModel, 'hover' | 'linked' | 'pointing' | 'readable' | 'scales' | 'axes' | 'layout'>;

// Where the keys begin: at the cursor, of this chart or of another one, or in the middle.
function startPoint(model: MoveView): HoverPoint | undefined {
  if (model.hover?.nearest !== undefined) return model.hover.nearest;
  const { width, height } = model.layout.plot;
  const x = model.linked?.x ?? width / 2;
  const points = hoverPoints(model.readable, model.scales, width, { x, y: height / 2 });
  return nearestPoint(points);
}

// A curve may have no point in sight, as one that ended before the part that is shown: then the keys lead to its end.
function anyPoint(model: MoveView): { readonly series: LineSeries; readonly index: number } | undefined {
  const start = startPoint(model);
  if (start !== undefined) return start;
  const series = model.readable.find((one) => one.x.length > 0);
  return series && { series, index: nearestIndex(series, model.scales.x, model.layout.plot.width / 2) };
}

function pointingAt(series: LineSeries, index: number): Pointing | undefined {
  const x = series.x[index];
  return x === undefined ? undefined : { x, y: undefined, key: series.key };
}

export function moveAlong(model: MoveView, by: number): Pointing | undefined {
  const start = anyPoint(model);
  if (start === undefined) return undefined;
  // The first press only shows where the cursor is.
  const index = model.hover === undefined ? start.index : start.index + by;
  return pointingAt(start.series, Math.max(0, Math.min(start.series.x.length - 1, index)));
}

export function moveToEnd(model: MoveView, to: 'first' | 'last'): Pointing | undefined {
  const start = anyPoint(model);
  return start && pointingAt(start.series, to === 'first' ? 0 : start.series.x.length - 1);
}

export function moveToCurve(model: MoveView, by: 1 | -1): Pointing | undefined {
  if (model.hover === undefined) return moveAlong(model, 0);
  const next = neighbourCurve(model.hover.points, model.hover.nearest?.series.key, by);
  // x stays where it is, so that going up and down does not drift along curves with other steps.
  return next && { x: model.pointing?.x ?? next.series.x[next.index] ?? 0, y: undefined, key: next.series.key };
}

// The next place in a direction that has a point of any curve.
export function nextPlace(series: readonly LineSeries[], x: number, by: number): number {
  let place = x;
  for (let i = 0; i < Math.abs(by); i += 1) {
    let best: number | undefined;
    for (const one of series) {
      const next = neighbourOf(one, place, by > 0);
      if (next !== undefined && (best === undefined || (by > 0 ? next < best : next > best))) best = next;
    }
    if (best === undefined) break;
    place = best;
  }
  return place;
}

// The first x above, or the last below.
function neighbourOf(series: LineSeries, x: number, isUp: boolean): number | undefined {
  let low = 0;
  let high = series.x.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const value = series.x[middle] ?? 0;
    if (isUp ? value <= x : value < x) low = middle + 1;
    else high = middle;
  }
  return series.x[isUp ? low : low - 1];
}

// The zoom that brings a place into sight, undefined where it is already.
export function revealingZoom(model: MoveView, zoom: ChartZoom | undefined, x: number): ChartZoom | undefined {
  const { plot } = model.layout;
  const pixel = model.scales.x.toPixel(x);
  if (Number.isNaN(pixel) || (pixel >= 0 && pixel <= plot.width)) return undefined;
  const window = { left: pixel - plot.width / 2, top: 0, width: plot.width, height: plot.height };
  return zoomToWindow(zoom, model.axes, plot, window, ['x']);
}
