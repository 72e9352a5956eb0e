// A scene as shapes, in the order in which they are painted: level by level, within one edges below nodes.
import type { SceneEdge } from './scene_answer';
import { edgeShapes } from './scene_edge_shapes';
import type { DrawingInput } from './scene_look';
import { nodeShapes, panelColor, titleShapes } from './scene_node_shapes';
import { layers, LookBook, type Shape, type ShapeLook } from './scene_shapes';

const layerCount = Object.keys(layers).length;

export type Drawing = readonly Shape[];

export function sceneDrawing(input: DrawingInput): Drawing {
  const { scene } = input;
  const looks = new LookBook();
  const order = new PaintOrder();
  const grounds = new Map<string | undefined, string>([[undefined, input.theme.ground]]);
  // Parents come before their children.
  for (const node of scene.nodes) {
    const ground = grounds.get(node.parent) ?? input.theme.ground;
    for (const shape of nodeShapes(node, ground, input, looks)) order.add(node.depth, shape);
    if (!node.isOpen) continue;
    grounds.set(node.id, panelColor(node, input));
    for (const shape of titleShapes(node, input, looks)) order.add(node.depth + 1, shape);
  }
  const isNested = scene.edges.some(({ border }) => border !== undefined);
  const labels = new Map(isNested ? scene.edges.map((edge) => [`${edge.from}\n${edge.to}`, edge.label]) : []);
  for (const edge of scene.edges) {
    const ground = grounds.get(edge.parent) ?? input.theme.ground;
    const shapes = edgeShapes(edge, ground, input, looks);
    const isSaid = edge.border !== undefined && labels.get(outerEnds(edge)) === edge.label;
    for (const shape of shapes) if (!isSaid || shape.kind !== 'text') order.add(edge.depth, shape);
  }
  return order.all();
}

// By depth, then by layer; within one broad edges below thin ones, and what looks the same together. Shapes are many, looks are few: only these are sorted.
class PaintOrder {
  readonly #groups = new Map<number, Map<ShapeLook, Shape[]>>();

  add(depth: number, shape: Shape): void {
    const key = depth * layerCount + shape.layer;
    let looks = this.#groups.get(key);
    if (looks === undefined) this.#groups.set(key, (looks = new Map<ShapeLook, Shape[]>()));
    const shapes = looks.get(shape.look);
    if (shapes === undefined) looks.set(shape.look, [shape]);
    else shapes.push(shape);
  }

  all(): readonly Shape[] {
    const result: Shape[] = [];
    for (const [, looks] of [...this.#groups].sort(([a], [b]) => a - b)) {
      const sorted = [...looks].sort(([a], [b]) => b.width - a.width || a.order - b.order);
      for (const [, shapes] of sorted) for (const shape of shapes) result.push(shape);
    }
    return result;
  }
}

// Of the edge outside an open item that is led on by this one: what it carries is written there already.
function outerEnds({ border, parent = '', from, to }: SceneEdge): string {
  return border === 'from' ? `${from}\n${parent}` : `${parent}\n${to}`;
}
