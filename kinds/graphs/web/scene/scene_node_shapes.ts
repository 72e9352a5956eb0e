// Nodes as shapes: open scopes as panels with a title, closed ones rounded, ops as ellipses, series as stacks.
import { shortCountText } from '$base/number_text';
import type { SceneNode } from './scene_answer';
import { blended } from './scene_colors';
import type { DrawingInput, Fill, Stripe } from './scene_look';
import { noteShapes } from './scene_note_shapes';
import { stackOf, togglePlace } from './scene_places';
import { boundsOf, layers, type LookBook, type Shape, type ShapeLook, type TextShape } from './scene_shapes';

const fadedAlpha = 0.22;
// Of a colour in a panel: enough to tell which, little enough to read everything in it.
const panelTint = 0.14;
const markWidth = 2;
const stackLayers = [layers.back, layers.between, layers.front] as const;
// Of the name of an op: a long one is smaller before it is cut.
const nameSize = 5.8;
const leastNameSize = 4.6;

// Behind what is in an open item.
export function panelColor(node: SceneNode, { paint, theme }: DrawingInput): string {
  const ground = theme.panels[node.depth % 2 === 0 ? 0 : 1];
  const fill = mainColor(paint.fill(node));
  return fill === undefined ? ground : blended(ground, fill, panelTint);
}

// The colour of the largest part.
export function mainColor(fill: Fill | undefined): string | undefined {
  if (fill === undefined || typeof fill === 'string') return fill;
  return fill.reduce<Stripe | undefined>((a, b) => (a === undefined || b.part > a.part ? b : a), undefined)?.color;
}

export function nodeShapes(node: SceneNode, ground: string, input: DrawingInput, looks: LookBook): readonly Shape[] {
  const alpha = alphaOf(node, input);
  const parts: Parts = { node, input, looks, alpha };
  if (node.isOpen) return [panelShape(parts)];
  const notes = noteShapes(node, ground, alpha, input, looks);
  const body = node.kind === 'op' || node.kind === 'series' ? smallShapes(parts) : boxShapes(parts);
  return [...body, ...badgeShapes(parts, node.x + 1, node.y - 4, 'start', ground), ...notes];
}

interface Parts {
  readonly node: SceneNode;
  readonly input: DrawingInput;
  readonly looks: LookBook;
  readonly alpha: number;
}

function panelShape({ node, input, looks, alpha }: Parts): Shape {
  const fill = panelColor(node, input);
  const stroke = outlineOf(node, mainColor(input.paint.fill(node)), input, looks);
  const look = looks.get({ fill, ...stroke, alpha });
  return { kind: 'box', ...boundsOf(node.x, node.y, node.w, node.h), look, layer: layers.back, radius: 5 };
}

function badgeShapes(
  { node, input, looks, alpha }: Parts,
  x: number,
  y: number,
  anchor: TextShape['anchor'],
  halo: string,
): readonly Shape[] {
  const badge = input.paint.badge?.(node);
  if (badge === undefined) return [];
  const ink = looks.get({ fill: badge.color, alpha });
  return [{ ...label(badge.text, x, y, anchor, ink), size: 8, most: 14, least: 5, room: 60, isBold: true, halo }];
}

// The title of an open item is over the edges in it.
export function titleShapes(node: SceneNode, input: DrawingInput, looks: LookBook): readonly Shape[] {
  const { theme } = input;
  const alpha = alphaOf(node, input);
  const ink = looks.get({ fill: theme.text, stroke: theme.dim, width: 0.8, alpha });
  // In a narrow one the letters are smaller rather than cut.
  const room = input.paint.badge?.(node) === undefined ? node.w - 22 : (node.w - 22) / 2;
  const size = Math.min(9, Math.max(6, room / (0.6 * [...node.label].length)));
  return [
    signShape(node.x + node.w - 9, node.y + 11, 3, false, ink),
    ...badgeShapes({ node, input, looks, alpha }, node.x + node.w - 16, node.y + 11, 'end', panelColor(node, input)),
    {
      ...label(node.label, node.x + 7, node.y + 11, 'start', ink),
      ...{ size, most: (14 * size) / 9, least: 6, room, isBold: true, halo: panelColor(node, input) },
    },
  ];
}

function alphaOf(node: SceneNode, input: DrawingInput): number {
  return input.alphaOf(node) * (input.paint.isFaded(node) ? fadedAlpha : 1);
}

// Closed scopes, functions, and the rest of a level.
function boxShapes({ node, input, looks, alpha }: Parts): readonly Shape[] {
  const { theme, paint } = input;
  const wanted = paint.fill(node);
  const fill = mainColor(wanted) ?? theme.scope;
  const stripes = stripesOf(wanted);
  const isRest = node.kind === 'more';
  const stroke = outlineOf(node, fill, input, looks);
  const body = isRest
    ? looks.get({ fill: theme.ground, stroke: theme.outline, width: 0.8, dash: [2, 2], alpha })
    : looks.get({ fill, ...stroke, alpha });
  const inkColor = isRest ? theme.dim : mainColor(wanted) === undefined ? theme.text : looks.inkOn(fill);
  const ink = looks.get({ fill: inkColor, alpha });
  const sign = looks.get({ stroke: looks.blended(inkColor, fill, 0.35), width: 0.7, alpha });
  const middle = { x: node.x + node.w / 2, y: node.y + node.h / 2 };
  const name = node.kind === 'function' ? `ƒ ${node.label}` : node.label;
  const shapes: Shape[] = [
    { kind: 'box', ...boundsOf(node.x, node.y, node.w, node.h), look: body, layer: layers.front, radius: 4, stripes },
  ];
  if (isRest) {
    return [...shapes, { ...label(`+${shortCountText(node.count)}`, middle.x, middle.y, 'middle', ink), room: node.w }];
  }
  // On stripes no one ink can be read everywhere.
  const halo = stripes === undefined ? undefined : fill;
  shapes.push(
    signShape(node.x + node.w - 5.5, node.y + 5.5, 2, true, sign),
    { ...label(name, middle.x - 2.5, middle.y, 'middle', ink), room: node.w - 15, halo },
    {
      ...label(shortCountText(node.count), node.x + node.w - 3, node.y + node.h - 4, 'end', ink),
      ...{ size: 4.2, most: 9.5, least: 6.5, room: 16, halo },
    },
  );
  return shapes;
}

// Ops and series, with their names inside.
function smallShapes({ node, input, looks, alpha }: Parts): readonly Shape[] {
  const { theme, paint } = input;
  const wanted = paint.fill(node);
  const fill = mainColor(wanted) ?? theme.op;
  const look = looks.get({ fill, ...outlineOf(node, fill, input, looks), alpha });
  const stripes = stripesOf(wanted);
  const stack = stackOf(node);
  const shapes: Shape[] = stack.map((bounds, i) => ({
    kind: 'ellipse',
    ...bounds,
    look,
    layer: stackLayers[i + 3 - stack.length] ?? layers.front,
    stripes,
  }));
  const inkColor = mainColor(wanted) === undefined ? theme.text : looks.inkOn(fill);
  const front = stack.at(-1) ?? boundsOf(node.x, node.y, node.w, node.h);
  const toggle = togglePlace(node);
  // An ellipse is narrower where the letters end.
  const room = front.right - front.left - (toggle === undefined ? 6 : 14);
  const size = Math.min(nameSize, Math.max(leastNameSize, room / (0.6 * [...node.label].length)));
  const middle = { x: (front.left + front.right) / 2, y: (front.top + front.bottom) / 2 };
  if (toggle !== undefined) {
    const sign = looks.get({ stroke: looks.blended(inkColor, fill, 0.35), width: 0.7, alpha });
    shapes.push(signShape((toggle.left + toggle.right) / 2, (toggle.top + toggle.bottom) / 2, 1.6, true, sign));
  }
  shapes.push({
    ...label(
      node.label,
      middle.x - (toggle === undefined ? 0 : 3),
      middle.y,
      'middle',
      looks.get({ fill: inkColor, alpha }),
    ),
    ...{ size, most: (12 * size) / nameSize, least: 6, room, halo: stripes === undefined ? undefined : fill },
  });
  return shapes;
}

function outlineOf(
  node: SceneNode,
  fill: string | undefined,
  { paint, theme }: DrawingInput,
  looks: LookBook,
): { readonly stroke: string; readonly width: number } {
  const mark = paint.isMarked(node);
  if (mark !== false) return { stroke: mark === true ? theme.accent : mark, width: markWidth };
  const ink = theme.isDark ? '#ffffff' : '#000000';
  const isOwn = fill !== undefined && fill !== theme.scope && fill !== theme.op;
  return { stroke: isOwn ? looks.blended(fill, ink, node.isOpen ? 0.2 : 0.32) : theme.outline, width: 0.75 };
}

function stripesOf(fill: Fill | undefined): readonly Stripe[] | undefined {
  return fill !== undefined && typeof fill !== 'string' && fill.length > 1 ? fill : undefined;
}

function signShape(x: number, y: number, arm: number, isPlus: boolean, look: ShapeLook): Shape {
  const bounds = boundsOf(x - arm, y - arm, 2 * arm, 2 * arm);
  return { kind: 'sign', ...bounds, look, layer: layers.sign, isPlus };
}

function label(text: string, x: number, y: number, anchor: TextShape['anchor'], look: ShapeLook): TextShape {
  return {
    kind: 'text',
    // Wide enough for any name: those at the edge of the view are drawn rather than lost.
    left: x - 60,
    right: x + 60,
    top: y - 10,
    bottom: y + 10,
    look,
    layer: layers.text,
    text,
    x,
    y,
    anchor,
    size: 8.2,
    most: 13,
    least: 6,
    room: 60,
    isBold: false,
    halo: undefined,
    isYielding: false,
  };
}
