// Fingers and mouse on the drawing: one drags, two pinch, a short press is a click.
import type { Point } from './scene_camera';

// Pixels that a press moves before it drags.
const mouseThreshold = 4;
const touchThreshold = 10;

export type PointerEffect =
  | { readonly kind: 'none' }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'pinch'; readonly from: readonly [Point, Point]; readonly to: readonly [Point, Point] };

interface Pressed {
  readonly start: Point;
  readonly at: Point;
}

const none: PointerEffect = { kind: 'none' };

export class ScenePointers {
  readonly #pressed = new Map<number, Pressed>();
  #isDrag = false;

  // Something is being moved: no hover, no click.
  get isDrag(): boolean {
    return this.#isDrag;
  }

  get isPressed(): boolean {
    return this.#pressed.size > 0;
  }

  down(id: number, at: Point): void {
    if (this.#pressed.size === 0) this.#isDrag = false;
    if (this.#pressed.size < 2) this.#pressed.set(id, { start: at, at });
    if (this.#pressed.size === 2) this.#isDrag = true;
  }

  move(id: number, at: Point, isTouch: boolean): PointerEffect {
    const before = this.#pressed.get(id);
    if (before === undefined) return none;
    const far = Math.hypot(at.x - before.start.x, at.y - before.start.y);
    if (!this.#isDrag && far < (isTouch ? touchThreshold : mouseThreshold)) return none;
    this.#isDrag = true;
    this.#pressed.set(id, { start: before.start, at });
    const other = [...this.#pressed].find(([otherId]) => otherId !== id)?.[1].at;
    if (other === undefined) return { kind: 'pan', dx: at.x - before.at.x, dy: at.y - before.at.y };
    return { kind: 'pinch', from: [before.at, other], to: [at, other] };
  }

  // The drag lasts until the next press, so that the click that follows it is known to be part of it.
  up(id: number): void {
    this.#pressed.delete(id);
  }
}

const wheelSpeed = 0.002;
const largestWheel = 240;
const pixelsPerLine = 16;

// Larger than 1: closer. A pinch on a trackpad comes as a wheel with Ctrl and small steps.
export function wheelFactor(event: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const pixels = event.deltaY * (event.deltaMode === 0 ? 1 : pixelsPerLine);
  const bounded = Math.min(largestWheel, Math.max(-largestWheel, pixels));
  return Math.exp(-bounded * wheelSpeed * (event.ctrlKey ? 4 : 1));
}
