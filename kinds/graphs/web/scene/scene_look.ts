// What a drawing is made from: a scene, and what the page wants its items to look like.
import type { Scene, SceneEdge, SceneNode, SceneNote } from './scene_answer';
import type { SceneTheme } from './scene_theme';

// A part of a box in one colour, such as the share of a device.
export interface Stripe {
  readonly color: string;
  // Of all stripes together, in any unit.
  readonly part: number;
}

// '#rrggbb', or stripes from left to right.
export type Fill = string | readonly Stripe[];

// A few letters at the corner of an item.
export interface Badge {
  readonly text: string;
  readonly color: string;
}

export interface ScenePaint {
  // undefined: as items without a colour look.
  fill(node: SceneNode): Fill | undefined;
  // Steps back behind all others.
  isFaded(item: SceneNode | SceneEdge): boolean;
  // Stands out: true in the accent colour, or in a colour '#rrggbb'.
  isMarked(item: SceneNode | SceneEdge): boolean | string;
  badge?(item: SceneNode | SceneNote): Badge | undefined;
}

export const plainPaint: ScenePaint = { fill: () => undefined, isFaded: () => false, isMarked: () => false };

export function isEdge(item: SceneNode | SceneEdge): item is SceneEdge {
  return 'points' in item;
}

export interface SceneWords {
  // 'N tensors'.
  tensors(count: number): string;
}

export interface DrawingInput {
  readonly scene: Scene;
  readonly paint: ScenePaint;
  readonly theme: SceneTheme;
  readonly words: SceneWords;
  // Of what is just coming in; 1 for all others.
  alphaOf(item: SceneNode | SceneEdge): number;
}
