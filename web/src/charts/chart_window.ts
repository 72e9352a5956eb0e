// Zoom and pan as one operation: a window of pixels of the shown plot becomes the whole plot. Pixels, since they are straight on
// every kind of scale.
import { makeScale } from './scale';
import type { Rect, Size } from './chart_layout';
import { changeZoom, isUsableDomain, type AxisName, type ChartAxes, type ChartZoom } from './chart_zoom';
import type { AxisView, Domain } from './line_data';

// The domain that pixels from..to of an axis `size` pixels long show. undefined where no scale could show it.
function windowX(axis: AxisView, size: number, from: number, to: number): Domain | undefined {
  const scale = makeScale(axis, 0, size);
  return usable({ min: scale.toValue(from), max: scale.toValue(to) }, axis);
}

// As windowX, for an axis that points up: `from` is the upper end.
function windowY(axis: AxisView, size: number, from: number, to: number): Domain | undefined {
  const scale = makeScale(axis, size, 0);
  return usable({ min: scale.toValue(to), max: scale.toValue(from) }, axis);
}

function usable(domain: Domain, axis: AxisView): Domain | undefined {
  return isUsableDomain(domain, axis.kind) ? domain : undefined;
}

// Zooms to a window given in pixels of the plot, for the axes named. An axis that cannot show its part stays as it is.
export function zoomToWindow(
  zoom: ChartZoom | undefined,
  axes: ChartAxes,
  plot: Size,
  window: Rect,
  which: readonly AxisName[],
): ChartZoom | undefined {
  let next = zoom;
  for (const name of which) {
    const axis = axes[name];
    if (axis === undefined) continue;
    const domain =
      name === 'x'
        ? windowX(axis, plot.width, window.left, window.left + window.width)
        : windowY(axis, plot.height, window.top, window.top + window.height);
    if (domain !== undefined) next = changeZoom(next, { [name]: domain });
  }
  return next;
}

// The window that enlarges by 1/factor about a point that stays where it is.
export function windowAbout(plot: Size, at: { readonly x: number; readonly y: number }, factor: number): Rect {
  return {
    left: at.x - at.x * factor,
    top: at.y - at.y * factor,
    width: plot.width * factor,
    height: plot.height * factor,
  };
}

// Who zooms out past all there is wants all there is: such an axis is fitted again, and follows the data from then on.
export function dropOuterParts(
  zoom: ChartZoom | undefined,
  fitted: Readonly<Record<AxisName, Domain | undefined>>,
  which: readonly AxisName[],
): ChartZoom | undefined {
  let next = zoom;
  for (const name of which) {
    const chosen = next?.[name];
    const all = fitted[name];
    if (chosen !== undefined && all !== undefined && chosen.min <= all.min && chosen.max >= all.max) {
      next = changeZoom(next, { [name]: undefined });
    }
  }
  return next;
}
