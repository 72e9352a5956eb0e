// How wide the names of ops may be: they stand above their small shapes, and reach as far as nothing else is there.
import type { Scene, SceneNode } from './scene_answer';

// Of letters and what they need above the shape.
const bandHeight = 9;
const mostRoom = 96;
const leastRoom = 30;
const gap = 2;

// In units of the scene, by id; only of ops and series that are closed.
export function labelRooms(scene: Scene): ReadonlyMap<string, number> {
  const grids = new Map<string | undefined, Map<number, SceneNode[]>>();
  for (const node of scene.nodes) {
    let grid = grids.get(node.parent);
    if (grid === undefined) grids.set(node.parent, (grid = new Map<number, SceneNode[]>()));
    for (const key of cells(
      node.x - notesWidth(node.ins.length),
      node.y - bandHeight,
      rightOf(node),
      node.y + node.h,
    )) {
      const cell = grid.get(key);
      if (cell === undefined) grid.set(key, [node]);
      else cell.push(node);
    }
  }
  const rooms = new Map<string, number>();
  for (const node of scene.nodes) {
    if (!isNamedAbove(node)) continue;
    const middle = node.x + node.w / 2;
    let half = mostRoom / 2;
    const parent = node.parent === undefined ? undefined : scene.nodeById.get(node.parent);
    if (parent !== undefined) half = Math.min(half, middle - parent.x - gap, parent.x + parent.w - middle - gap);
    const grid = grids.get(node.parent);
    // A name beside this one may begin as far away as this one ends.
    for (const key of cells(middle - mostRoom, node.y - bandHeight, middle + mostRoom, node.y)) {
      for (const other of grid?.get(key) ?? []) half = Math.min(half, halfRoom(node, other));
    }
    rooms.set(node.id, Math.max(leastRoom, 2 * half));
  }
  return rooms;
}

export function isNamedAbove(node: SceneNode): boolean {
  return !node.isOpen && (node.kind === 'op' || node.kind === 'series');
}

// Names that stand side by side share what is between them.
function halfRoom(node: SceneNode, other: SceneNode): number {
  if (other === node) return Infinity;
  const isBoth = isNamedAbove(other);
  const top = isBoth ? other.y - bandHeight : other.y;
  if (top >= node.y || other.y + other.h <= node.y - bandHeight) return Infinity;
  const middle = node.x + node.w / 2;
  if (isBoth) return Math.abs(other.x + other.w / 2 - middle) / 2 - gap / 2;
  return Math.max(other.x - notesWidth(other.ins.length) - middle, middle - rightOf(other)) - gap;
}

function notesWidth(count: number): number {
  return count > 0 ? 50 : 0;
}

function rightOf(node: SceneNode): number {
  return node.x + node.w + notesWidth(node.outs.length);
}

const cellWidth = 96;
const cellHeight = 24;

function cells(left: number, top: number, right: number, bottom: number): readonly number[] {
  const keys: number[] = [];
  for (let row = Math.floor(top / cellHeight); row <= Math.floor(bottom / cellHeight); row += 1) {
    for (let column = Math.floor(left / cellWidth); column <= Math.floor(right / cellWidth); column += 1) {
      keys.push(row * 1_000_003 + column);
    }
  }
  return keys;
}
