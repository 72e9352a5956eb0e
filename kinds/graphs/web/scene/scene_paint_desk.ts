// Keeps a drawing and paints sheets of it when told: what runs in the worker.
import type { Camera, Size } from './scene_camera';
import type { Drawing } from './scene_drawing';
import { unpackDrawing, type PackedDrawing } from './scene_pack';
import { paintDrawing, type SceneCanvas } from './scene_paint';
import { TextFitter } from './scene_text';

// What a sheet of paper over the scene has on it.
export interface SheetView {
  readonly camera: Camera;
  // In pixels of the page.
  readonly size: Size;
  readonly pixelRatio: number;
  readonly fontFamily: string;
}

export type PaintRequest =
  | { readonly kind: 'drawing'; readonly packed: PackedDrawing }
  | { readonly kind: 'paint'; readonly id: number; readonly view: SheetView };

export interface PaintAnswer {
  readonly id: number;
  readonly picture: ImageBitmap;
}

interface Ruler {
  font: string;
  measureText(text: string): { readonly width: number };
}

// As OffscreenCanvas, of which a test makes its own.
export interface DeskCanvas {
  width: number;
  height: number;
  getContext(kind: '2d'): (SceneCanvas & Ruler) | null;
  transferToImageBitmap(): ImageBitmap;
}

export class PaintDesk {
  readonly #canvas: DeskCanvas;
  readonly #ruler: DeskCanvas;
  #drawing: Drawing = [];
  #fitter: TextFitter | undefined;
  #fontFamily = '';

  constructor(makeCanvas: () => DeskCanvas) {
    this.#canvas = makeCanvas();
    this.#ruler = makeCanvas();
  }

  // The answer to a wish for a sheet; nothing for a drawing.
  handle(request: PaintRequest): PaintAnswer | undefined {
    if (request.kind === 'drawing') {
      this.#drawing = unpackDrawing(request.packed);
      return undefined;
    }
    return { id: request.id, picture: this.#paint(request.view) };
  }

  #paint({ camera, size, pixelRatio, fontFamily }: SheetView): ImageBitmap {
    const width = Math.max(1, Math.round(size.width * pixelRatio));
    const height = Math.max(1, Math.round(size.height * pixelRatio));
    // What was handed over left it empty.
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const context = this.#canvas.getContext('2d');
    if (context !== null) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      const view = { camera, frame: size, pixelRatio, fontFamily, fitter: this.#fitterFor(fontFamily) };
      paintDrawing(context, this.#drawing, view);
    }
    return this.#canvas.transferToImageBitmap();
  }

  #fitterFor(fontFamily: string): TextFitter {
    if (this.#fitter !== undefined && fontFamily === this.#fontFamily) return this.#fitter;
    this.#fontFamily = fontFamily;
    this.#fitter = fitterWith(this.#ruler.getContext('2d'), fontFamily);
    return this.#fitter;
  }
}

// Large letters are measured: the width of small ones is rounded.
export function fitterWith(ruler: Ruler | null, fontFamily: string): TextFitter {
  return new TextFitter((text, isBold) => {
    if (ruler === null) return text.length * 0.6;
    ruler.font = `${isBold ? '600 ' : ''}100px ${fontFamily}`;
    return ruler.measureText(text).width / 100;
  });
}
