// How a picture drawn for one view is laid over another until the right one comes. All scales are straight lines in their own
// space, so moving and stretching the pixels shows the data just where they belong.
import type { Rect } from './chart_layout';
import { makeScale } from './scale';
import type { AxisView, ChartView } from './line_data';
import { sameAxis } from './chart_zoom';

// x' = x * scaleX + left, in CSS pixels of the plot.
export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

// undefined where no stretching can help: another kind of scale, or a zoom so deep that it would show a few grey pixels.
// Curves of a right axis follow the left one for that moment.
export function placePicture(drawn: ChartView, wanted: ChartView): Placement | undefined {
  const x = placeAxis(drawn.x, wanted.x, 0, drawn.width, 0, wanted.width);
  const y = placeAxis(drawn.left, wanted.left, drawn.height, 0, wanted.height, 0);
  if (x === undefined || y === undefined) return undefined;
  return { left: x.offset, top: y.offset, scaleX: x.factor, scaleY: y.factor };
}

// Draws it within the plot. A picture that stands where it was drawn for keeps its pixels as they are.
export function layPicture(
  canvas: Pick<CanvasRenderingContext2D, 'save' | 'restore' | 'beginPath' | 'rect' | 'clip' | 'drawImage'>,
  picture: CanvasImageSource,
  drawn: ChartView,
  plot: Rect,
  { left, top, scaleX, scaleY }: Placement,
): void {
  const { width, height } = drawn;
  canvas.save();
  canvas.beginPath();
  canvas.rect(plot.left, plot.top, plot.width, plot.height);
  canvas.clip();
  canvas.drawImage(picture, plot.left + left, plot.top + top, width * scaleX, height * scaleY);
  canvas.restore();
}

function placeAxis(
  drawn: AxisView,
  wanted: AxisView,
  drawnBegin: number,
  drawnEnd: number,
  begin: number,
  end: number,
): { offset: number; factor: number } | undefined {
  if (drawn.kind !== wanted.kind || drawn.symlogConstant !== wanted.symlogConstant) return undefined;
  if (drawnBegin === drawnEnd) return undefined;
  if (sameAxis(drawn, wanted) && drawnBegin === begin && drawnEnd === end) return { offset: 0, factor: 1 };
  const scale = makeScale(wanted, begin, end);
  const from = scale.toPixel(drawn.domain.min);
  const to = scale.toPixel(drawn.domain.max);
  const factor = (to - from) / (drawnEnd - drawnBegin);
  const offset = from - drawnBegin * factor;
  return Number.isFinite(offset) && factor > 0.001 && factor < 1000 ? { offset, factor } : undefined;
}
