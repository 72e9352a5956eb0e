// Where the parts of a node are: what is drawn there is also what a pointer finds there.
import type { SceneNode, SceneNote } from './scene_answer';
import { boundsOf, type Bounds } from './scene_shapes';

// As the server leaves room for them.
const noteStep = 9;
const noteGap = 11;
export const noteSize = { width: 6, height: 4 } as const;
const noteRoom = 50;
// From one ellipse of a series to the next.
const stackStep = 3;
// The height of an open item in which its name stands.
const titleHeight = 22;

// The ellipses of an op or a series, hindmost first.
export function stackOf(node: SceneNode): readonly Bounds[] {
  const { x, y, w, h } = node;
  if (node.kind !== 'series') return [boundsOf(x, y, w, h)];
  return [0, 1, 2].map((i) =>
    node.isChain
      ? boundsOf(x, y + i * stackStep, w, h - 2 * stackStep)
      : boundsOf(x + i * stackStep, y, w - 2 * stackStep, h),
  );
}

export interface NotePlace {
  // undefined: the sign for all that are not shown.
  readonly note: SceneNote | undefined;
  readonly side: 'in' | 'out';
  // Its middle.
  readonly x: number;
  readonly y: number;
  // Where its line meets the node.
  readonly edgeX: number;
  // With its name.
  readonly bounds: Bounds;
}

// Little nodes left and right of a node, from the top.
export function notePlaces(node: SceneNode): readonly NotePlace[] {
  if (node.isOpen) return [];
  return [
    ...sidePlaces(node, 'in', node.ins, node.insMore > 0),
    ...sidePlaces(node, 'out', node.outs, node.outsMore > 0),
  ];
}

function sidePlaces(
  node: SceneNode,
  side: 'in' | 'out',
  notes: readonly SceneNote[],
  hasMore: boolean,
): readonly NotePlace[] {
  const count = notes.length;
  const edgeX = side === 'in' ? node.x : node.x + node.w;
  const outwards = side === 'in' ? -1 : 1;
  const x = edgeX + outwards * noteGap;
  const place = (note: SceneNote | undefined, i: number): NotePlace => {
    const y = node.y + node.h / 2 + (i - (count - 1) / 2) * noteStep;
    const far = edgeX + outwards * noteRoom;
    const near = x - outwards * (noteSize.width / 2);
    return {
      ...{ note, side, x, y, edgeX },
      bounds: boundsOf(Math.min(far, near), y - noteStep / 2, Math.abs(far - near), noteStep),
    };
  };
  const places = notes.map(place);
  return hasMore && count > 0 ? [...places, place(undefined, count)] : places;
}

// Where a click opens or closes a node.
export function togglePlace(node: SceneNode): Bounds | undefined {
  if (node.kind === 'op' || node.kind === 'more') return undefined;
  if (node.isOpen) return boundsOf(node.x + node.w - 16, node.y + 4, 14, 14);
  if (node.kind === 'series') {
    const front = stackOf(node).at(-1);
    if (front === undefined) return undefined;
    return boundsOf(front.right - 9, (front.top + front.bottom) / 2 - 4, 8, 8);
  }
  return boundsOf(node.x + node.w - 11, node.y, 11, Math.min(11, node.h));
}

// Of an open item, the part that is it rather than the ground of what is in it.
export function titlePlace(node: SceneNode): Bounds {
  return boundsOf(node.x, node.y, node.w, Math.min(titleHeight, node.h));
}
