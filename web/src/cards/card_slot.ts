// What the grid tells a card about its place.
import type { Card } from './tag_groups';

export interface CardSlot {
  readonly card: Card;
  readonly width: number;
  readonly height: number;
  // Near enough to the window to be drawn; others show their frame and load.
  readonly isNear: boolean;
  // Of the window's middle, in pixels: the nearest is made first.
  readonly distance: () => number;
  // Milliseconds before data are asked for.
  readonly delay: () => number;
  // A press on the handle begins a drag.
  readonly onpress: (event: PointerEvent) => void;
}
