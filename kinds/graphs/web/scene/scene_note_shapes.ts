// Little nodes at the sides of a node: edges that are not drawn, such as those of constants.
import { shortCountText } from '$base/number_text';
import type { SceneNode, SceneNote } from './scene_answer';
import type { DrawingInput } from './scene_look';
import { notePlaces, noteSize, type NotePlace } from './scene_places';
import { boundsOf, layers, type LookBook, type Shape } from './scene_shapes';

const lineWidth = 0.6;
const controlDash = [1.6, 1.2] as const;

export function noteShapes(
  node: SceneNode,
  ground: string,
  alpha: number,
  input: DrawingInput,
  looks: LookBook,
): readonly Shape[] {
  return notePlaces(node).flatMap((place) => {
    const badge = place.note && input.paint.badge?.(place.note);
    const name = place.note?.label ?? `+${shortCountText(place.side === 'in' ? node.insMore : node.outsMore)}`;
    const text = badge === undefined ? name : `${badge.text} ${name}`;
    const outwards = place.side === 'in' ? -1 : 1;
    const isAlone = place.note === undefined;
    const x = isAlone ? place.x : place.x + outwards * (noteSize.width / 2 + 1.5);
    const words: Shape = {
      kind: 'text',
      ...place.bounds,
      look: looks.get({ fill: badge?.color ?? input.theme.dim, alpha }),
      layer: layers.text,
      ...{ text, x, y: place.y, anchor: place.side === 'in' ? 'end' : 'start' },
      ...{ size: 4.6, most: 10, least: 6, room: 33, isBold: false, halo: ground, isYielding: false },
    };
    return place.note === undefined ? [words] : [...markShapes(place, place.note, node, alpha, input, looks), words];
  });
}

function markShapes(
  place: NotePlace,
  note: SceneNote,
  node: SceneNode,
  alpha: number,
  { theme }: DrawingInput,
  looks: LookBook,
): readonly Shape[] {
  const { x, y, edgeX, side } = place;
  const nearX = x + (side === 'in' ? 1 : -1) * (noteSize.width / 2);
  // Where several meet the node they come together, as far as it is high.
  const reach = Math.max(0, node.h / 2 - 2);
  const middle = node.y + node.h / 2;
  const edgeY = middle + Math.min(reach, Math.max(-reach, y - middle));
  const bend = (nearX + edgeX) / 2;
  const data = [nearX, y, bend, y, bend, edgeY, edgeX, edgeY];
  const dash = note.tensors === 0 ? controlDash : undefined;
  const isConstant = note.op === 'Const' || note.op === 'Constant';
  const isBox = note.kind !== 'op';
  const half = isConstant ? noteSize.height / 2 : noteSize.width / 2;
  const bounds = boundsOf(x - half, y - noteSize.height / 2, 2 * half, noteSize.height);
  const look = looks.get({ fill: isBox ? theme.scope : theme.op, stroke: theme.outline, width: 0.6, alpha });
  return [
    {
      kind: 'curve',
      ...{ left: Math.min(nearX, edgeX), right: Math.max(nearX, edgeX) },
      ...{ top: Math.min(y, edgeY) - 1, bottom: Math.max(y, edgeY) + 1 },
      look: looks.get({ stroke: theme.edge, width: lineWidth, dash, alpha }),
      layer: layers.edge,
      data,
    },
    isBox
      ? { kind: 'box', ...bounds, look, layer: layers.front, radius: 1 }
      : { kind: 'ellipse', ...bounds, look, layer: layers.front },
  ];
}
