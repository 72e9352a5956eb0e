// Shapes on a canvas.
import { parseColor } from '$charts/pixel_canvas';
import { labelSize, type CellsShape, type PathShape, type RulesShape, type Shape, type TextShape } from './plot_shapes';

export type ShapeCanvas = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'fill'
  | 'fillRect'
  | 'strokeRect'
  | 'fillText'
  | 'setLineDash'
  | 'createImageData'
  | 'putImageData'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>;

export interface CanvasLook {
  readonly pixelRatio: number;
  readonly fontFamily: string;
}

// Over what is there already; whoever wants an empty canvas clears it.
export function paintShapes(canvas: ShapeCanvas, shapes: readonly Shape[], look: CanvasLook): void {
  canvas.setTransform(look.pixelRatio, 0, 0, look.pixelRatio, 0, 0);
  canvas.lineJoin = 'round';
  for (const shape of shapes) paintShape(canvas, shape, look);
  canvas.globalAlpha = 1;
}

function paintShape(canvas: ShapeCanvas, shape: Shape, look: CanvasLook): void {
  switch (shape.kind) {
    case 'path':
      return paintPath(canvas, shape);
    case 'rules':
      return paintRules(canvas, shape, look.pixelRatio);
    case 'text':
      return paintText(canvas, shape, look.fontFamily);
    case 'cells':
      return paintCells(canvas, shape, look.pixelRatio);
    case 'box': {
      const { left, top, width, height } = shape.rect;
      canvas.globalAlpha = shape.fillAlpha ?? 1;
      if (shape.fill !== undefined) {
        canvas.fillStyle = shape.fill;
        canvas.fillRect(left, top, width, height);
      }
      canvas.globalAlpha = 1;
      if (shape.stroke === undefined) return;
      canvas.strokeStyle = shape.stroke;
      canvas.lineWidth = 1;
      canvas.strokeRect(left + 0.5, top + 0.5, Math.max(0, width - 1), Math.max(0, height - 1));
    }
  }
}

function paintPath(canvas: ShapeCanvas, shape: PathShape): void {
  const { points } = shape;
  if (points.length < 4) return;
  canvas.beginPath();
  canvas.moveTo(points[0] ?? 0, points[1] ?? 0);
  for (let i = 2; i < points.length; i += 2) canvas.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  if (shape.fill !== undefined) {
    canvas.globalAlpha = shape.fillAlpha ?? 1;
    canvas.fillStyle = shape.fill;
    canvas.fill();
  }
  if (shape.stroke !== undefined) {
    canvas.globalAlpha = shape.strokeAlpha ?? 1;
    canvas.strokeStyle = shape.stroke;
    canvas.lineWidth = shape.width ?? 1;
    if (shape.dash !== undefined) canvas.setLineDash([...shape.dash]);
    canvas.stroke();
    if (shape.dash !== undefined) canvas.setLineDash([]);
  }
  canvas.globalAlpha = 1;
}

// One device pixel wide and on device pixels, so that they are sharp.
function paintRules(canvas: ShapeCanvas, { ends, color }: RulesShape, pixelRatio: number): void {
  const thin = Math.max(1, Math.floor(pixelRatio)) / pixelRatio;
  const snap = (at: number): number => Math.round(at * pixelRatio) / pixelRatio;
  canvas.fillStyle = color;
  for (let i = 0; i < ends.length; i += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = ends.slice(i, i + 4);
    if (x0 === x1) canvas.fillRect(snap(x0), Math.min(y0, y1), thin, Math.abs(y1 - y0));
    else canvas.fillRect(Math.min(x0, x1), snap(y0), Math.abs(x1 - x0), thin);
  }
}

function paintText(canvas: ShapeCanvas, shape: TextShape, fontFamily: string): void {
  canvas.font = `${shape.isBold === true ? '600 ' : ''}${String(labelSize)}px ${fontFamily}`;
  canvas.fillStyle = shape.color;
  canvas.textBaseline = 'middle';
  canvas.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
  canvas.fillText(shape.text, shape.x, shape.y);
}

// Pixel by pixel: cells of a thousand steps are narrower than a pixel, and seams between rectangles would show.
function paintCells(canvas: ShapeCanvas, shape: CellsShape, pixelRatio: number): void {
  const left = Math.round(shape.area.left * pixelRatio);
  const top = Math.round(shape.area.top * pixelRatio);
  const width = Math.round(shape.area.width * pixelRatio);
  const height = Math.round(shape.area.height * pixelRatio);
  if (width <= 0 || height <= 0) return;
  const image = canvas.createImageData(width, height);
  fillCells(new Uint32Array(image.data.buffer), width, height, shape, pixelRatio);
  canvas.putImageData(image, left, top);
}

export function fillCells(
  pixels: Uint32Array,
  width: number,
  height: number,
  shape: CellsShape,
  pixelRatio: number,
): void {
  const { lefts, rights, ys, levels, area } = shape;
  const colors = Uint32Array.from(shape.ramp, (color) => (0xff000000 | parseColor(color)) >>> 0);
  const bins = ys.length - 1;
  // The bin of every row of pixels, by its middle; -1: none.
  const binOf = new Int32Array(height).fill(-1);
  for (let y = 0, bin = 0; y < height; y += 1) {
    const at = area.top + (y + 0.5) / pixelRatio;
    while (bin < bins && at >= (ys[bin + 1] ?? 0)) bin += 1;
    if (bin < bins && at >= (ys[bin] ?? 0)) binOf[y] = bin;
  }
  for (let x = 0, column = 0; x < width; x += 1) {
    const at = area.left + (x + 0.5) / pixelRatio;
    while (column < lefts.length && at >= (rights[column] ?? 0)) column += 1;
    if (column >= lefts.length) return;
    if (at < (lefts[column] ?? 0)) continue;
    const begin = column * bins;
    for (let y = 0; y < height; y += 1) {
      const bin = binOf[y] ?? -1;
      const level = bin < 0 ? 0 : (levels[begin + bin] ?? 0);
      if (level > 0) pixels[y * width + x] = colors[level] ?? 0;
    }
  }
}
