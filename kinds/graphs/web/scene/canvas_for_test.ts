// For tests: a canvas that notes what is called.
import type { PaintedCanvas, SheetCanvas } from './scene_ground';
import type { SceneCanvas } from './scene_paint';
import type { DeskCanvas } from './scene_paint_desk';

export class CallList implements SceneCanvas {
  readonly calls: (readonly [string, ...unknown[]])[] = [];
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'round';
  lineCap: CanvasLineCap = 'butt';
  globalAlpha = 1;
  font = '';
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'middle';
  readonly #note =
    (name: string) =>
    (...values: unknown[]): void => {
      this.calls.push([name, ...values]);
    };
  setTransform = this.#note('setTransform');
  clearRect = this.#note('clearRect');
  beginPath = this.#note('beginPath');
  moveTo = this.#note('moveTo');
  lineTo = this.#note('lineTo');
  bezierCurveTo = this.#note('bezierCurveTo');
  closePath = this.#note('closePath');
  ellipse = this.#note('ellipse');
  rect = this.#note('rect');
  roundRect = this.#note('roundRect');
  fill = this.#note('fill');
  stroke = (): void => void this.calls.push(['stroke', this.lineWidth]);
  fillText = (text: string): void => void this.calls.push(['fillText', text, this.font]);
  strokeText = this.#note('strokeText');
  setLineDash = this.#note('setLineDash');
  createLinearGradient(): CanvasGradient {
    this.calls.push(['createLinearGradient']);
    return { addColorStop: this.#note('addColorStop') };
  }
  named(name: string): readonly (readonly [string, ...unknown[]])[] {
    return this.calls.filter((call) => call[0] === name);
  }
}

abstract class AnyFakeCanvas {
  width = 1;
  height = 1;
  hidden = false;
  readonly style = { width: '', height: '', transform: '' };
}

export class FakeCanvas extends AnyFakeCanvas implements PaintedCanvas, DeskCanvas {
  readonly context = new (class extends CallList {
    measureText(text: string): { readonly width: number } {
      return { width: text.length * 60 };
    }
  })();
  getContext(): (typeof this)['context'] {
    return this.context;
  }
  transferToImageBitmap(): ImageBitmap {
    return { width: this.width, height: this.height, close: () => undefined };
  }
}

export class FakeSheets extends AnyFakeCanvas implements SheetCanvas {
  readonly pictures: unknown[] = [];
  getContext() {
    return { transferFromImageBitmap: (picture: unknown) => void this.pictures.push(picture) };
  }
}
