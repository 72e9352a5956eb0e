// The scene itself, on one of two canvases. A small drawing is painted for every frame on the first; of a large one a sheet that another thread painted
// is pushed about on the second, so that a frame costs the same however many nodes are in it.
import type { Scene } from './scene_answer';
import { sceneBox, type Camera, type Size } from './scene_camera';
import type { Drawing } from './scene_drawing';
import { paintDrawing, type SceneCanvas } from './scene_paint';
import { isLarge, isSpent, isWorn, pushOf, restMillis, sheetFor, type Sheet, type SheetPlace } from './scene_sheet';
import type { SheetPainter } from './scene_sheet_painter';
import type { TextFitter } from './scene_text';

// As canvases of the page, of which a test makes its own.
interface AnyCanvas {
  width: number;
  height: number;
  hidden: boolean;
  readonly style: Pick<CSSStyleDeclaration, 'width' | 'height' | 'transform'>;
}

export interface PaintedCanvas extends AnyCanvas {
  getContext(kind: '2d'): SceneCanvas | null;
}

// Takes pictures as they are: to paint them on another canvas would copy megabytes once more.
export interface SheetCanvas extends AnyCanvas {
  getContext(kind: 'bitmaprenderer'): Pick<ImageBitmapRenderingContext, 'transferFromImageBitmap'> | null;
}

export interface GroundView {
  readonly scene: Scene;
  readonly drawing: Drawing;
  readonly camera: Camera;
  readonly frame: Size;
  readonly pixelRatio: number;
  readonly fontFamily: string;
  readonly fitter: TextFitter;
  // Its items move, not only what is seen of them: each drawing is seen once.
  readonly isInMotion: boolean;
  readonly millisSinceMove: number;
}

interface PaintedSheet extends Sheet {
  readonly scene: Scene;
  readonly drawing: Drawing;
  readonly frame: Size;
  readonly pixelRatio: number;
  readonly at: number;
  readonly millis: number;
}

export class SceneGround {
  readonly #painted: PaintedCanvas;
  readonly #sheets: SheetCanvas;
  // The one that is seen.
  #canvas: AnyCanvas;
  readonly #painter: SheetPainter;
  readonly #onchange: () => void;
  #sheet: PaintedSheet | undefined;
  // Came from the thread, and not shown yet.
  #next: { readonly sheet: PaintedSheet; readonly picture: ImageBitmap } | undefined;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #transform = '';

  // `onchange`: show() has something new to do.
  constructor(painted: PaintedCanvas, sheets: SheetCanvas, painter: SheetPainter, onchange: () => void) {
    this.#painted = painted;
    this.#sheets = sheets;
    this.#canvas = painted;
    sheets.hidden = true;
    this.#painter = painter;
    this.#onchange = onchange;
  }

  dispose(): void {
    clearTimeout(this.#restTimer);
    this.#next?.picture.close();
    this.#next = undefined;
  }

  clear(): void {
    this.dispose();
    this.#sheet = undefined;
    // A size clears it.
    this.#painted.width = 1;
    this.#see(this.#painted);
  }

  // Whether the scene that is shown is this one: it may still be the one before.
  isOf(scene: Scene): boolean {
    return this.#sheet?.scene === scene;
  }

  // To be called in every frame in which something moves or changed.
  show(view: GroundView): void {
    this.#takeNext(view);
    if (view.isInMotion || !isLarge(view.drawing.length)) this.#paintInPlace(view);
    else if (this.#painter.isThere) this.#askForSheet(view);
    else this.#paintSheetHere(view);
    this.#push(view);
  }

  #takeNext({ scene }: GroundView): void {
    const next = this.#next;
    this.#next = undefined;
    if (next === undefined) return;
    if (next.sheet.scene === scene) {
      const { width, height } = next.sheet.size;
      this.#sheets.getContext('bitmaprenderer')?.transferFromImageBitmap(next.picture);
      this.#sheets.style.width = `${String(width)}px`;
      this.#sheets.style.height = `${String(height)}px`;
      this.#see(this.#sheets);
      this.#sheet = next.sheet;
    }
    next.picture.close();
  }

  #see(canvas: AnyCanvas): void {
    if (canvas === this.#canvas) return;
    this.#canvas.hidden = true;
    canvas.hidden = false;
    this.#canvas = canvas;
    this.#transform = canvas.style.transform;
  }

  #paintInPlace(view: GroundView): void {
    const { camera, frame } = view;
    const sheet = this.#sheet;
    const isThere =
      sheet !== undefined &&
      isSameSheet(sheet, view) &&
      sheet.camera.x === camera.x &&
      sheet.camera.y === camera.y &&
      sheet.camera.scale === camera.scale;
    if (!isThere) this.#paint(view, { camera, size: frame });
  }

  #askForSheet(view: GroundView): void {
    const sheet = this.#sheet;
    const place = placeOf(view);
    if (this.#painter.isBusy) return;
    if (sheet !== undefined && isSameSheet(sheet, view) && !isWorn(sheet, place, view.millisSinceMove)) return;
    // The first sight of a scene is wanted soon: what is around follows.
    const wanted = sheetFor(place, sheet?.scene === view.scene);
    const { scene, drawing, frame, pixelRatio, fontFamily } = view;
    this.#painter.paint(drawing, { ...wanted, pixelRatio, fontFamily }, (picture) => {
      this.#next?.picture.close();
      this.#next = { sheet: { ...wanted, scene, drawing, frame, pixelRatio, at: 0, millis: 0 }, picture };
      this.#onchange();
    });
  }

  #paintSheetHere(view: GroundView): void {
    const sheet = this.#sheet;
    const place = placeOf(view);
    if (sheet !== undefined && isSameSheet(sheet, view)) {
      const times = {
        sinceMove: view.millisSinceMove,
        sincePaint: performance.now() - sheet.at,
        paint: sheet.millis,
      };
      if (!isSpent(sheet, place, times)) return;
    }
    this.#paint(view, sheetFor(place, true));
  }

  #paint({ scene, drawing, frame, pixelRatio, fontFamily, fitter }: GroundView, sheet: Sheet): void {
    const begin = performance.now();
    const canvas = this.#painted;
    const context = canvas.getContext('2d');
    if (context === null) return;
    const width = Math.max(1, Math.round(sheet.size.width * pixelRatio));
    const height = Math.max(1, Math.round(sheet.size.height * pixelRatio));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    canvas.style.width = `${String(sheet.size.width)}px`;
    canvas.style.height = `${String(sheet.size.height)}px`;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    paintDrawing(context, drawing, { camera: sheet.camera, frame: sheet.size, pixelRatio, fontFamily, fitter });
    const at = performance.now();
    this.#sheet = { ...sheet, scene, drawing, frame, pixelRatio, at, millis: at - begin };
    this.#see(canvas);
  }

  #push(view: GroundView): void {
    const sheet = this.#sheet;
    // The scene before stays where it was until the next one is there: its places mean nothing to this camera.
    if (sheet === undefined || sheet.scene !== view.scene) return;
    const { x, y, scale } = pushOf(sheet.camera, view.camera);
    const transform =
      x === 0 && y === 0 && scale === 1 ? '' : `translate(${String(x)}px, ${String(y)}px) scale(${String(scale)})`;
    if (transform !== this.#transform) this.#canvas.style.transform = this.#transform = transform;
    if (view.millisSinceMove >= restMillis || !isLarge(view.drawing.length)) return;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(this.#onchange, restMillis + 10 - view.millisSinceMove);
  }
}

function placeOf({ camera, frame, pixelRatio, scene }: GroundView): SheetPlace {
  return { camera, frame, pixelRatio, whole: sceneBox(scene) };
}

function isSameSheet(sheet: PaintedSheet, { drawing, frame, pixelRatio }: GroundView): boolean {
  return (
    sheet.drawing === drawing &&
    sheet.pixelRatio === pixelRatio &&
    sheet.frame.width === frame.width &&
    sheet.frame.height === frame.height
  );
}
