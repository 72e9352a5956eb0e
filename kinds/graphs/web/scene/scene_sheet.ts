// When a large drawing moves it is not painted for every frame: what was painted, with a margin around it, is pushed and stretched, and painted anew
// when it comes to rest or when its margin is used up.
import type { Camera, Size } from './scene_camera';

// Shapes above which a drawing is pushed rather than painted.
const mostPaintedShapes = 3_000;
const heavyMargin = 256;
// Without a move for so long, it rests.
export const restMillis = 120;
// How much of the time painting may take while it moves.
const paintedPart = 0.25;

export function marginFor(shapes: number): number {
  return shapes > mostPaintedShapes ? heavyMargin : 0;
}

export interface Push {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

// How the pixels painted for one camera are moved to be seen by another.
export function pushOf(painted: Camera, now: Camera): Push {
  const scale = now.scale / painted.scale;
  return { x: now.x - painted.x * scale, y: now.y - painted.y * scale, scale };
}

export interface SheetState {
  readonly painted: Camera;
  readonly now: Camera;
  readonly frame: Size;
  readonly margin: number;
  readonly millisSinceMove: number;
  readonly millisSincePaint: number;
  // Of the last painting.
  readonly paintMillis: number;
}

export function isToBePainted(state: SheetState): boolean {
  const { painted, now, margin } = state;
  const { x, y, scale } = pushOf(painted, now);
  if (x === 0 && y === 0 && scale === 1) return false;
  if (margin === 0 || state.millisSinceMove >= restMillis) return true;
  const covers = (offset: number, size: number): boolean =>
    offset - margin * scale <= 0 && offset + (size + margin) * scale >= size;
  const isCovered = covers(x, state.frame.width) && covers(y, state.frame.height);
  // Letters twice as large as they were painted look unsharp.
  const isClose = scale > 0.6 && scale < 1.7;
  return !(isCovered && isClose) && state.millisSincePaint >= state.paintMillis / paintedPart;
}
