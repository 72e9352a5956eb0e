// Edges as shapes.
import type { SceneEdge } from './scene_answer';
import { curveThrough } from './scene_curve';
import type { DrawingInput } from './scene_look';
import { boundsOfPoints, layers, type Bounds, type LookBook, type Shape, type ShapeLook } from './scene_shapes';

const leastWidth = 0.75;
const mostWidth = 12;
const mostElements = 5e6;
const fadedAlpha = 0.18;
const controlDash = [2.4, 1.8] as const;

// By the power 0.3 of the numbers that pass, in steps, so that many edges look the same.
export function edgeWidth(elements: number): number {
  const power = (value: number): number => Math.min(mostElements, Math.max(1, value)) ** 0.3;
  const part = (power(elements) - 1) / (power(mostElements) - 1);
  const width = leastWidth + (mostWidth - leastWidth) * (Number.isNaN(part) ? 0 : part);
  return width < 3 ? Math.round(width * 4) / 4 : Math.round(width * 2) / 2;
}

export function isControl({ tensors }: SceneEdge): boolean {
  return tensors === 0;
}

export function edgeShapes(edge: SceneEdge, ground: string, input: DrawingInput, looks: LookBook): readonly Shape[] {
  const { theme, paint, words } = input;
  const mark = paint.isMarked(edge);
  const isMarked = mark !== false;
  const width = isControl(edge) ? leastWidth : edgeWidth(edge.elements);
  const alpha = input.alphaOf(edge) * (paint.isFaded(edge) ? fadedAlpha : 1);
  const color = isMarked ? (mark === true ? theme.accent : mark) : edgeColor(edge, width, ground, input, looks);
  // At an open item it goes on inside.
  const hasHead = edge.border !== 'to' && input.scene.nodeById.get(edge.to)?.isOpen !== true;
  const head = hasHead ? headOf(edge.points, width) : undefined;
  const data = curveThrough(head === undefined ? edge.points : edge.points.slice(0, -2).concat(head.base));
  const dash = isControl(edge) ? controlDash : undefined;
  const bounds = boundsOfPoints(data, width / 2);
  const { left, top, right, bottom } = bounds;
  const look = looks.get({ stroke: color, width: isMarked ? Math.max(width, 1.25) : width, dash, alpha });
  const layer = isMarked ? layers.markedEdge : layers.edge;
  const shapes: Shape[] = [{ kind: 'curve', left, top, right, bottom, look, layer, data }];
  if (head !== undefined) {
    shapes.push({
      kind: 'head',
      ...boundsOfPoints(head.corners, 0),
      look: looks.get({ fill: color, alpha }),
      layer: isMarked ? layers.markedHead : layers.head,
      corners: head.corners,
    });
  }
  const text = edgeLabel(edge, words.tensors);
  if (text !== '')
    shapes.push(labelShape(text, data, bounds, ground, looks.get({ fill: isMarked ? color : theme.dim, alpha })));
  return shapes;
}

function labelShape(text: string, along: readonly number[], bounds: Bounds, halo: string, look: ShapeLook): Shape {
  return {
    kind: 'text',
    left: bounds.left - 20,
    top: bounds.top,
    right: bounds.right + 20,
    bottom: bounds.bottom,
    look,
    layer: layers.text,
    text,
    along,
    x: 0,
    y: 0,
    anchor: 'middle',
    room: 80,
    isBold: false,
    size: 4.4,
    most: 10,
    least: 7,
    halo,
    isYielding: true,
  };
}

// Shapes of tensors are the same in every language; their number is not.
export function edgeLabel(edge: SceneEdge, tensorsText: (count: number) => string): string {
  if (edge.tensors === 0) return '';
  return edge.tensors === 1 ? edge.label : tensorsText(edge.tensors);
}

// Broad ones are paler: they would drown everything else.
function edgeColor(edge: SceneEdge, width: number, ground: string, { theme }: DrawingInput, looks: LookBook): string {
  const color = edge.isReference ? theme.reference : isControl(edge) ? theme.outline : theme.edge;
  return looks.blended(color, ground, Math.min(0.5, Math.max(0, (width - 1.5) / 16)));
}

interface Head {
  readonly corners: readonly number[];
  // Where the line ends.
  readonly base: readonly [number, number];
}

// Along the flow, as curves arrive upright; along the last piece where an edge does not go up or down.
function headOf(points: readonly number[], width: number): Head | undefined {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = points.slice(-4);
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < 1e-6) return undefined;
  const isUpright = Math.abs(y1 - y0) > 1e-6;
  const [dx, dy] = isUpright ? [0, Math.sign(y1 - y0)] : [(x1 - x0) / length, 0];
  const long = Math.min(3 + width * 0.8, (isUpright ? Math.abs(y1 - y0) : length) * 0.6);
  const half = Math.min(1.5 + width * 0.6, long * 0.75);
  const [baseX, baseY] = [x1 - dx * long, y1 - dy * long];
  return {
    corners: [x1, y1, baseX - dy * half, baseY + dx * half, baseX + dy * half, baseY - dx * half],
    base: [baseX + dx * long * 0.2, baseY + dy * long * 0.2],
  };
}
