// From one scene to the next: what is in both moves, what is new comes in slowly, so that an eye can follow.
import type { Scene, SceneEdge, SceneNode } from './scene_answer';

export const motionMillis = 250;
// More items than this cannot be drawn anew for every frame.
const mostMovingItems = 1_200;

export interface MovingScene {
  readonly scene: Scene;
  // 0 to 1 for what is new; others are 1.
  alphaOf(item: SceneNode | SceneEdge): number;
}

export class SceneMotion {
  readonly #to: Scene;
  readonly #nodes: ReadonlyMap<string, SceneNode>;
  readonly #edges = new Map<string, SceneEdge>();

  constructor(from: Scene, to: Scene) {
    this.#to = to;
    this.#nodes = from.nodeById;
    for (const edge of from.edges) this.#edges.set(edge.key, edge);
  }

  // `part` from 0 to 1, eased by the caller.
  at(part: number): MovingScene {
    if (part >= 1) return { scene: this.#to, alphaOf: () => 1 };
    const nodes = this.#to.nodes.map((node) => movedNode(this.#nodes.get(node.id), node, part));
    const edges = this.#to.edges.map((edge) => movedEdge(this.#edges.get(edge.key), edge, part));
    const nodeById = new Map(nodes.map((node) => [node.id, node]));
    // What is new waits until there is room for it.
    const late = Math.max(0, part * 2 - 1);
    return {
      scene: { ...this.#to, nodes, edges, nodeById },
      alphaOf: (item) => (('points' in item ? this.#edges.has(item.key) : this.#nodes.has(item.id)) ? 1 : late),
    };
  }
}

// undefined where a move would show nothing: other graphs, or too much at once.
export function motionBetween(from: Scene | undefined, to: Scene, isReduced: boolean): SceneMotion | undefined {
  if (from === undefined || from === to || isReduced) return undefined;
  if (to.nodes.length + to.edges.length > mostMovingItems) return undefined;
  return to.nodes.some(({ id }) => from.nodeById.has(id)) ? new SceneMotion(from, to) : undefined;
}

function mix(a: number, b: number, part: number): number {
  return a + (b - a) * part;
}

function movedNode(from: SceneNode | undefined, to: SceneNode, part: number): SceneNode {
  if (from === undefined) return to;
  return {
    ...to,
    x: mix(from.x, to.x, part),
    y: mix(from.y, to.y, part),
    w: mix(from.w, to.w, part),
    h: mix(from.h, to.h, part),
  };
}

function movedEdge(from: SceneEdge | undefined, to: SceneEdge, part: number): SceneEdge {
  if (from === undefined) return to;
  const count = to.points.length / 2;
  const before = resampled(from.points, count);
  return { ...to, points: to.points.map((place, i) => mix(before[i] ?? place, place, part)) };
}

// As many places along the same line.
export function resampled(points: readonly number[], count: number): readonly number[] {
  const last = points.length / 2 - 1;
  if (last + 1 === count) return points;
  const result: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const at = (i * last) / Math.max(1, count - 1);
    const index = Math.min(Math.floor(at), Math.max(0, last - 1));
    for (const axis of [0, 1]) {
      const a = points[2 * index + axis] ?? 0;
      result.push(mix(a, points[2 * index + 2 + axis] ?? a, at - index));
    }
  }
  return result;
}
