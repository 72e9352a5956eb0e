// What stands out of a scene, and what steps back: a trace or a path.
import type { NodeHit, TraceAnswer } from './hits_answer';
import { isInSeries } from './open_scopes';
import type { Scene, SceneEdge, SceneNode } from './scene/scene_answer';
import { isEdge } from './scene/scene_look';

export interface Marks {
  // Ids of nodes, and keys of edges.
  readonly nodes: ReadonlySet<string>;
  readonly edges: ReadonlySet<string>;
  // Open items around them: not marked, but not behind either.
  readonly around: ReadonlySet<string>;
}

// An item and the open ones around it.
function chainOf(scene: Scene, id: string): readonly string[] {
  const chain: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = scene.nodeById.get(at)?.parent) chain.push(at);
  return chain;
}

function marksOf(scene: Scene, items: Iterable<string>, pairs: Iterable<readonly [string, string]>): Marks {
  const nodes = new Set([...items].filter((id) => scene.nodeById.has(id)));
  const around = new Set([...nodes].flatMap((id) => chainOf(scene, id).slice(1)));
  // An edge is drawn in parts, from item to item on each level: a part belongs to the pair if both its ends are around the pair's.
  const between = new Map<string, Set<string>>();
  for (const [from, to] of pairs) {
    const ends = chainOf(scene, to);
    for (const begin of chainOf(scene, from)) {
      const known = between.get(begin) ?? new Set();
      ends.forEach((end) => known.add(end));
      between.set(begin, known);
    }
  }
  const isOn = (id: string): boolean => nodes.has(id) || around.has(id);
  const edges = new Set<string>();
  for (const edge of scene.edges) {
    const { from, to } = edge;
    // Where several share a place at a border, nobody says who: the other end decides.
    const isShown = from === '' ? isOn(to) : to === '' ? isOn(from) : between.get(from)?.has(to) === true;
    if (isShown) edges.add(edge.key);
  }
  return { nodes, edges, around };
}

export function traceMarks(scene: Scene, trace: TraceAnswer): Marks {
  return marksOf(scene, trace.items, trace.edges);
}

// The item in which a node is seen: itself, the series that it is in, or the innermost closed scope around it.
export function itemOf(
  scene: Scene,
  { id, name, scopes }: Pick<NodeHit, 'id' | 'name' | 'scopes'>,
): string | undefined {
  if (scene.nodeById.has(id)) return id;
  for (const scope of [...scopes].reverse()) {
    const item = scene.nodeById.get(`s:${scope}`);
    if (item === undefined) continue;
    if (!item.isOpen) return item.id;
    break;
  }
  return scene.nodes.find((node) => node.kind === 'series' && isInSeries(name, node.name))?.id;
}

export function pathMarks(scene: Scene, path: readonly NodeHit[]): Marks {
  const items: string[] = [];
  for (const hit of path) {
    const item = itemOf(scene, hit);
    if (item !== undefined && item !== items.at(-1)) items.push(item);
  }
  const pairs = items.slice(1).map((item, at) => [items[at] ?? '', item] as const);
  return marksOf(scene, items, pairs);
}

export function isFadedBy({ nodes, edges, around }: Marks, item: SceneNode | SceneEdge): boolean {
  return isEdge(item) ? !edges.has(item.key) : !nodes.has(item.id) && !around.has(item.id);
}

export function isMarkedBy({ nodes, edges }: Marks, item: SceneNode | SceneEdge): boolean {
  return isEdge(item) ? edges.has(item.key) : nodes.has(item.id);
}
