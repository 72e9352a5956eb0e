// Shapes on a canvas: only those in view, and only as much of them as can be seen at this size.
import { seenBox, type Camera, type Size } from './scene_camera';
import type { Drawing } from './scene_drawing';
import type { Stripe } from './scene_look';
import { layers, type Bounds, type Shape, type ShapeLook, type TextShape } from './scene_shapes';
import { occupy, placeText, WrittenPlaces, type TextFitter } from './scene_text';

export type SceneCanvas = Pick<
  CanvasRenderingContext2D,
  | 'setTransform'
  | 'clearRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'bezierCurveTo'
  | 'closePath'
  | 'ellipse'
  | 'rect'
  | 'roundRect'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'strokeText'
  | 'setLineDash'
  | 'createLinearGradient'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'lineCap'
  | 'globalAlpha'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>;

export interface PaintView {
  readonly camera: Camera;
  readonly frame: Size;
  readonly pixelRatio: number;
  readonly fontFamily: string;
  readonly fitter: TextFitter;
}

// Pixels below which something is left out or drawn more simply.
const leastRound = 2.5;
const leastOutlined = 3.5;
const leastCurved = 8;
const leastHead = 2.5;
const leastSign = 1.8;
const leastStriped = 10;
const thinnestLine = 0.5;
const mostSign = 4.5;
const mostSignLine = 1.5;
// Outlines grow no further than at this scale.
const mostOutlineScale = 2;
// Labels of edges are drawn from about this scale on.
const leastOccupied = 1.5;
// A path of too many parts is slower to paint than several.
const mostParts = 400;

// Over what is there already; clearing is the caller's part.
export function paintDrawing(canvas: SceneCanvas, drawing: Drawing, view: PaintView): void {
  new ScenePainter(canvas, view).paint(drawing);
}

class ScenePainter {
  readonly #canvas: SceneCanvas;
  readonly #view: PaintView;
  readonly #seen: Bounds;
  readonly #scale: number;
  // What the open path is of.
  #look: ShapeLook | undefined;
  #layer = -1;
  #parts = 0;
  #hasOutline = true;
  #font = '';
  // Pixels at first, as the caller may have left anything.
  #isInPixels = true;
  readonly #written = new WrittenPlaces();
  readonly #yielding: TextShape[] = [];

  constructor(canvas: SceneCanvas, view: PaintView) {
    this.#canvas = canvas;
    this.#view = view;
    this.#scale = view.camera.scale;
    const { x, y, w, h } = seenBox(view.camera, view.frame, 2);
    this.#seen = { left: x, top: y, right: x + w, bottom: y + h };
  }

  paint(drawing: Drawing): void {
    const { left, top, right, bottom } = this.#seen;
    this.#canvas.lineJoin = 'round';
    this.#canvas.lineCap = 'butt';
    this.#canvas.textBaseline = 'middle';
    this.#useUnits();
    for (const shape of drawing) {
      if (shape.left > right || shape.right < left || shape.top > bottom || shape.bottom < top) continue;
      this.#add(shape);
    }
    this.#flush();
    for (const shape of this.#yielding) this.#paintText(shape);
    this.#canvas.globalAlpha = 1;
  }

  #add(shape: Shape): void {
    switch (shape.kind) {
      case 'text':
        if (shape.size * this.#scale < shape.least) return;
        this.#flush();
        if (shape.isYielding) this.#yielding.push(shape);
        else this.#paintText(shape);
        return;
      case 'sign':
        if (((shape.right - shape.left) / 2) * this.#scale >= leastSign) this.#addSign(shape);
        return;
      case 'head':
        if (Math.max(shape.right - shape.left, shape.bottom - shape.top) * this.#scale >= leastHead) {
          this.#begin(shape, false);
          this.#addCorners(shape.corners);
        }
        return;
      case 'curve':
        this.#begin(shape, true);
        this.#addCurve(shape.data, shape);
        return;
      default: {
        const height = (shape.bottom - shape.top) * this.#scale;
        // Where nothing is written nothing has to be kept free.
        if (this.#scale >= leastOccupied)
          occupy(shape, shape.layer === layers.back && shape.kind === 'box', this.#scale, this.#written);
        if (shape.stripes !== undefined && (shape.right - shape.left) * this.#scale >= leastStriped) {
          this.#paintStriped(shape, shape.stripes);
          return;
        }
        this.#begin(shape, height >= leastOutlined);
        this.#addBody(shape, height);
      }
    }
  }

  #begin({ look, layer }: Shape, hasOutline: boolean): void {
    if (this.#look === look && this.#layer === layer && this.#parts < mostParts && this.#hasOutline === hasOutline) {
      this.#parts += 1;
      return;
    }
    this.#flush();
    this.#useUnits();
    this.#look = look;
    this.#layer = layer;
    this.#parts = 1;
    this.#hasOutline = hasOutline;
    this.#canvas.beginPath();
  }

  #flush(): void {
    const look = this.#look;
    if (look === undefined) return;
    this.#look = undefined;
    this.#finish(look);
  }

  #finish(look: ShapeLook): void {
    this.#canvas.globalAlpha = look.alpha;
    if (look.fill === undefined) {
      this.#outline(look, look.width * this.#scale);
      return;
    }
    // What is too small for an outline has its colour: pale things would be lost.
    this.#canvas.fillStyle = this.#hasOutline ? look.fill : (look.stroke ?? look.fill);
    this.#canvas.fill();
    this.#outline(look, look.width * Math.min(this.#scale, mostOutlineScale));
  }

  #outline(look: ShapeLook, pixels: number): void {
    if (look.stroke === undefined || !this.#hasOutline) return;
    const canvas = this.#canvas;
    // Thinner than a screen can show: paler instead.
    if (pixels < thinnestLine) canvas.globalAlpha = look.alpha * Math.max(0.35, pixels / thinnestLine);
    canvas.lineWidth = Math.max(pixels, thinnestLine) / this.#scale;
    canvas.strokeStyle = look.stroke;
    const isDashed = look.dash !== undefined && (look.dash[0] ?? 0) * this.#scale > 1;
    if (isDashed) canvas.setLineDash([...(look.dash ?? [])]);
    canvas.stroke();
    if (isDashed) canvas.setLineDash([]);
  }

  #addBody(shape: Extract<Shape, { kind: 'box' | 'ellipse' }>, height: number): void {
    const canvas = this.#canvas;
    const { left, top, right, bottom } = shape;
    if (height < leastRound) canvas.rect(left, top, right - left, bottom - top);
    else if (shape.kind === 'box') {
      // A panel is large, but its corners stay as they are.
      const radius = Math.min(shape.radius, 9 / this.#scale);
      canvas.roundRect(left, top, right - left, bottom - top, radius);
    } else {
      const [rx, ry] = [(right - left) / 2, (bottom - top) / 2];
      canvas.moveTo(right, top + ry);
      canvas.ellipse(left + rx, top + ry, rx, ry, 0, 0, 2 * Math.PI);
    }
  }

  #paintStriped(shape: Extract<Shape, { kind: 'box' | 'ellipse' }>, stripes: readonly Stripe[]): void {
    this.#flush();
    this.#useUnits();
    const { look } = shape;
    this.#canvas.beginPath();
    this.#addBody(shape, (shape.bottom - shape.top) * this.#scale);
    const gradient = this.#canvas.createLinearGradient(shape.left, 0, shape.right, 0);
    for (const { at, color } of stripeStops(stripes)) gradient.addColorStop(at, color);
    this.#canvas.globalAlpha = look.alpha;
    this.#canvas.fillStyle = gradient;
    this.#canvas.fill();
    this.#hasOutline = true;
    this.#outline(look, look.width * Math.min(this.#scale, mostOutlineScale));
  }

  #addCorners(corners: readonly number[]): void {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners;
    this.#canvas.moveTo(x0, y0);
    this.#canvas.lineTo(x1, y1);
    this.#canvas.lineTo(x2, y2);
    this.#canvas.closePath();
  }

  #addCurve(data: readonly number[], bounds: Bounds): void {
    const canvas = this.#canvas;
    canvas.moveTo(data[0] ?? 0, data[1] ?? 0);
    const size = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top) * this.#scale;
    if (size < leastCurved) {
      canvas.lineTo(data[data.length - 2] ?? 0, data[data.length - 1] ?? 0);
      return;
    }
    for (let i = 2; i + 5 < data.length; i += 6) {
      const [x1 = 0, y1 = 0, x2 = 0] = [data[i], data[i + 1], data[i + 2]];
      const [y2 = 0, x = 0, y = 0] = [data[i + 3], data[i + 4], data[i + 5]];
      canvas.bezierCurveTo(x1, y1, x2, y2, x, y);
    }
  }

  #addSign(shape: Extract<Shape, { kind: 'sign' }>): void {
    this.#flush();
    this.#useUnits();
    const [x, y] = [(shape.left + shape.right) / 2, (shape.top + shape.bottom) / 2];
    const arm = Math.min((shape.right - shape.left) / 2, mostSign / this.#scale);
    this.#canvas.beginPath();
    this.#canvas.moveTo(x - arm, y);
    this.#canvas.lineTo(x + arm, y);
    if (shape.isPlus) {
      this.#canvas.moveTo(x, y - arm);
      this.#canvas.lineTo(x, y + arm);
    }
    this.#hasOutline = true;
    this.#canvas.globalAlpha = shape.look.alpha;
    this.#outline(shape.look, Math.min(shape.look.width * this.#scale, mostSignLine));
  }

  #paintText(shape: TextShape): void {
    const { camera, fitter, fontFamily } = this.#view;
    const size = letterPixels(shape, this.#scale);
    const placed = placeText(shape, size, this.#scale, fitter, this.#written);
    if (placed === undefined) return;
    const { text } = placed;
    const [left, y] = [placed.left + camera.x, placed.y + camera.y];
    const canvas = this.#canvas;
    this.#usePixels();
    const font = `${shape.isBold ? '600 ' : ''}${String(size)}px ${fontFamily}`;
    if (font !== this.#font) canvas.font = this.#font = font;
    canvas.textAlign = 'left';
    canvas.globalAlpha = shape.look.alpha;
    if (shape.halo !== undefined) {
      canvas.strokeStyle = shape.halo;
      canvas.lineWidth = 3;
      canvas.strokeText(text, left, y);
    }
    canvas.fillStyle = shape.look.fill ?? '';
    canvas.fillText(text, left, y);
  }

  #useUnits(): void {
    if (!this.#isInPixels) return;
    const { camera, pixelRatio } = this.#view;
    const scale = pixelRatio * camera.scale;
    this.#canvas.setTransform(scale, 0, 0, scale, pixelRatio * camera.x, pixelRatio * camera.y);
    this.#isInPixels = false;
  }

  #usePixels(): void {
    if (this.#isInPixels) return;
    const { pixelRatio } = this.#view;
    this.#canvas.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    this.#isInPixels = true;
  }
}

// From where letters are large enough they grow slower than what they name.
export function letterPixels({ size, most }: Pick<TextShape, 'size' | 'most'>, scale: number): number {
  const full = size * scale;
  const pixels = full <= most ? full : most * (full / most) ** 0.3;
  return Math.round(pixels * 2) / 2;
}

export interface StripeStop {
  readonly at: number;
  readonly color: string;
}

// Hard borders in a gradient from 0 to 1: two stops for each stripe.
export function stripeStops(stripes: readonly Stripe[]): readonly StripeStop[] {
  const sum = stripes.reduce((all, { part }) => all + Math.max(0, part), 0);
  if (!(sum > 0)) return [];
  const stops: StripeStop[] = [];
  let before = 0;
  for (const { part, color } of stripes) {
    const share = Math.max(0, part) / sum;
    stops.push({ at: Math.min(1, before), color }, { at: Math.min(1, before + share), color });
    before += share;
  }
  return stops;
}
