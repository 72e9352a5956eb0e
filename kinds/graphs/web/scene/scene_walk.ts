// Walking through a scene by keys: up and down along edges, left and right among neighbours.
import type { Scene, SceneNode } from './scene_answer';
import { middleOf } from './scene_camera';
import type { SceneLinks, Side } from './scene_links';

export type WalkKey = 'up' | 'down' | 'left' | 'right' | 'inwards' | 'outwards';

// The next node, or undefined where there is none that way. Nothing selected: the first of the flow.
export function walk(scene: Scene, links: SceneLinks, from: string | undefined, key: WalkKey): SceneNode | undefined {
  const node = from === undefined ? undefined : scene.nodeById.get(from);
  if (node === undefined) return firstOf(scene, undefined);
  switch (key) {
    case 'up':
    case 'down':
      return alongEdges(scene, links, node, (key === 'up') === (scene.direction === 'up') ? 'out' : 'in');
    case 'left':
    case 'right':
      return besides(scene, node, key === 'left' ? -1 : 1);
    case 'inwards':
      return node.isOpen ? firstOf(scene, node.id) : undefined;
    case 'outwards':
      return node.parent === undefined ? undefined : scene.nodeById.get(node.parent);
  }
}

// Of what the edges lead to, the nearest; without edges, of what the little nodes stand for.
function alongEdges(scene: Scene, links: SceneLinks, node: SceneNode, side: Side): SceneNode | undefined {
  const ids = links.reach(node.id, side).nodes;
  const notes = side === 'in' ? node.ins : node.outs;
  const found = (ids.size > 0 ? [...ids] : notes.map(({ id }) => id)).flatMap((id) => scene.nodeById.get(id) ?? []);
  return nearest(node, found, 1);
}

// Those at the same height before others: rows are what the layout has.
function besides(scene: Scene, node: SceneNode, direction: 1 | -1): SceneNode | undefined {
  const x = middleOf(node).x;
  const there = scene.nodes.filter(
    (other) =>
      other.parent === node.parent && other !== node && (middleOf(other).x - x) * direction > Math.min(1, node.w / 2),
  );
  return nearest(node, there, 4);
}

function nearest(node: SceneNode, others: readonly SceneNode[], heightWeight: number): SceneNode | undefined {
  const { x, y } = middleOf(node);
  let best: SceneNode | undefined;
  let least = Infinity;
  for (const other of others) {
    const at = middleOf(other);
    const distance = Math.abs(at.x - x) + heightWeight * Math.abs(at.y - y);
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

// Where the flow begins; what stands aside comes last.
function firstOf(scene: Scene, parent: string | undefined): SceneNode | undefined {
  const sign = scene.direction === 'up' ? -1 : 1;
  const rank = (node: SceneNode): readonly number[] => [node.role === 'main' ? 0 : 1, sign * node.y, node.x];
  return scene.nodes
    .filter((node) => node.parent === parent)
    .reduce<SceneNode | undefined>(
      (best, node) => (best === undefined || isLess(rank(node), rank(best)) ? node : best),
      undefined,
    );
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}
