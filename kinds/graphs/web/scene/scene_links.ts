// What is connected with what, across the borders of open items: an edge to an open item goes on inside of it.
import type { Scene, SceneEdge } from './scene_answer';

// What feeds a node, or what it feeds.
export type Side = 'in' | 'out';

export class SceneLinks {
  readonly #scene: Scene;
  // Edges with an end at a node, by the side of the node that they touch; not those led on inside of it.
  readonly #atNode = new Map<string, SceneEdge[]>();
  // Edges inside an open item that end at its border, by item, side and neighbour.
  readonly #inside = new Map<string, SceneEdge[]>();

  constructor(scene: Scene) {
    this.#scene = scene;
    for (const edge of scene.edges) {
      if (edge.border === 'from') add(this.#inside, portKey(edge.parent, 'in', edge.from), edge);
      else add(this.#atNode, nodeKey(edge.from, 'out'), edge);
      if (edge.border === 'to') add(this.#inside, portKey(edge.parent, 'out', edge.to), edge);
      else add(this.#atNode, nodeKey(edge.to, 'in'), edge);
    }
  }

  edgesAt(id: string, side: Side): readonly SceneEdge[] {
    return this.#atNode.get(nodeKey(id, side)) ?? [];
  }

  // All edges that are seen to lead to (in) or from (out) a node, as far as the closed items at their other ends.
  reach(id: string, side: Side): { readonly edges: ReadonlySet<SceneEdge>; readonly nodes: ReadonlySet<string> } {
    const edges = new Set<SceneEdge>();
    const nodes = new Set<string>();
    const open = [...this.edgesAt(id, side)];
    for (let edge = open.pop(); edge !== undefined; edge = open.pop()) {
      if (edges.has(edge)) continue;
      edges.add(edge);
      const further = this.#onwards(edge, side);
      if (further === undefined) nodes.add(side === 'in' ? edge.from : edge.to);
      else open.push(...further);
    }
    return { edges, nodes };
  }

  // How an edge goes on at its end away from where one comes from; undefined: it ends there, at a node.
  #onwards(edge: SceneEdge, side: Side): readonly SceneEdge[] | undefined {
    const far = side === 'in' ? edge.from : edge.to;
    if (edge.border === (side === 'in' ? 'from' : 'to')) {
      const around = edge.parent === undefined ? [] : this.edgesAt(edge.parent, side);
      const same = around.filter((other) => (side === 'in' ? other.from : other.to) === far);
      return far === '' || same.length === 0 ? around : same;
    }
    if (this.#scene.nodeById.get(far)?.isOpen !== true) return undefined;
    const other: Side = side === 'in' ? 'out' : 'in';
    const near = side === 'in' ? edge.to : edge.from;
    return this.#inside.get(portKey(far, other, near)) ?? this.#inside.get(portKey(far, other, ''));
  }
}

function portKey(item: string | undefined, side: Side, neighbour: string): string {
  return `${side} ${item ?? ''}\n${neighbour}`;
}

function nodeKey(id: string, side: Side): string {
  return `${side} ${id}`;
}

function add(map: Map<string, SceneEdge[]>, key: string, edge: SceneEdge): void {
  const edges = map.get(key);
  if (edges === undefined) map.set(key, [edge]);
  else edges.push(edge);
}
