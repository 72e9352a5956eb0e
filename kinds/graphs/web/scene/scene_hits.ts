// What is under a point of the scene. Boxes stand in a grid, so that a move of the mouse looks at a few of them.
import type { Scene, SceneEdge, SceneNode } from './scene_answer';
import type { Point } from './scene_camera';
import { curveThrough, onCurve } from './scene_curve';
import { notePlaces, titlePlace, togglePlace, type NotePlace } from './scene_places';
import { boundsOf, boundsOfPoints, type Bounds } from './scene_shapes';

export type Hit =
  | { readonly kind: 'node'; readonly node: SceneNode }
  // Its plus or minus.
  | { readonly kind: 'toggle'; readonly node: SceneNode }
  // A little node at the side of `node`.
  | { readonly kind: 'note'; readonly node: SceneNode; readonly place: NotePlace }
  | { readonly kind: 'edge'; readonly edge: SceneEdge };

// Boxes to a cell, about.
const boxesPerCell = 4;
const mostCells = 65_536;
// Of what covers more, bounds are compared for every point: that costs less than thousands of entries.
const mostCellsEach = 9;
// Straight pieces to each piece of a curve.
const curveSteps = 8;

interface Entry {
  readonly hit: Hit;
  readonly bounds: Bounds;
  // The higher one is found.
  readonly rank: number;
}

export class SceneHits {
  readonly #nodes: Grid;
  #edges: Grid | undefined;
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
    const entries: Entry[] = [];
    for (const node of scene.nodes) {
      const rank = node.depth * 4;
      const body = boundsOf(node.x, node.y, node.w, node.h);
      entries.push({ hit: { kind: 'node', node }, bounds: body, rank: node.isOpen ? rank : rank + 1 });
      for (const place of notePlaces(node)) {
        if (place.note !== undefined)
          entries.push({ hit: { kind: 'note', node, place }, bounds: place.bounds, rank: rank + 2 });
      }
      const toggle = togglePlace(node);
      if (toggle !== undefined) entries.push({ hit: { kind: 'toggle', node }, bounds: toggle, rank: rank + 3 });
    }
    this.#nodes = new Grid(entries, scene.width, scene.height);
  }

  // Edges are found up to `reach` units away, and only where nothing else is: the ground of an open item is below its edges.
  at(point: Point, reach: number): Hit | undefined {
    let best: Entry | undefined;
    for (const entry of this.#nodes.near(point)) {
      if (isIn(entry.bounds, point) && (best === undefined || entry.rank > best.rank)) best = entry;
    }
    const isGround = best?.hit.kind === 'node' && best.hit.node.isOpen && !isIn(titlePlace(best.hit.node), point);
    if (best !== undefined && !isGround) return best.hit;
    const edge = this.#edgeAt(point, reach);
    return edge === undefined ? best?.hit : { kind: 'edge', edge };
  }

  #edgeAt(point: Point, reach: number): SceneEdge | undefined {
    this.#edges ??= new Grid(this.#scene.edges.map(edgeEntry), this.#scene.width, this.#scene.height);
    let nearest: SceneEdge | undefined;
    let least = reach;
    for (const { hit, bounds } of this.#edges.near(point)) {
      if (hit.kind !== 'edge' || !isIn(bounds, point, least)) continue;
      const distance = distanceTo(hit.edge, point);
      if (distance <= least) [nearest, least] = [hit.edge, distance];
    }
    return nearest;
  }
}

function edgeEntry(edge: SceneEdge): Entry {
  return { hit: { kind: 'edge', edge }, bounds: boundsOfPoints(edge.points, 0), rank: 0 };
}

function isIn({ left, top, right, bottom }: Bounds, { x, y }: Point, margin = 0): boolean {
  return x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin;
}

function distanceTo(edge: SceneEdge, point: Point): number {
  const data = curveThrough(edge.points);
  let least = Infinity;
  for (let piece = 0; piece * 6 + 7 < data.length; piece += 1) {
    let before = onCurve(data, piece, 0);
    for (let i = 1; i <= curveSteps; i += 1) {
      const after = onCurve(data, piece, i / curveSteps);
      least = Math.min(least, distanceToLine(before, after, point));
      before = after;
    }
  }
  return least;
}

function distanceToLine(a: Point, b: Point, { x, y }: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - part * dx, y - a.y - part * dy);
}

// Cells of one size over the whole scene. What covers very many of them stands in a list of its own.
class Grid {
  readonly #cells = new Map<number, Entry[]>();
  readonly #large: Entry[] = [];
  readonly #size: number;
  readonly #columns: number;

  constructor(entries: readonly Entry[], width: number, height: number) {
    const cells = Math.min(mostCells, Math.max(1, entries.length / boxesPerCell));
    this.#size = Math.max(8, Math.sqrt((Math.max(1, width) * Math.max(1, height)) / cells));
    this.#columns = Math.ceil(Math.max(1, width) / this.#size) + 2;
    for (const entry of entries) this.#insert(entry);
  }

  *near({ x, y }: Point): Generator<Entry> {
    yield* this.#large;
    yield* this.#cells.get(this.#key(this.#cell(x), this.#cell(y))) ?? [];
  }

  #insert(entry: Entry): void {
    const { left, top, right, bottom } = entry.bounds;
    // Edges are looked for a little beside them: one more cell all around.
    const margin = entry.hit.kind === 'edge' ? 4 : 0;
    const [x0, x1] = [this.#cell(left - margin), this.#cell(right + margin)];
    const [y0, y1] = [this.#cell(top - margin), this.#cell(bottom + margin)];
    if ((x1 - x0 + 1) * (y1 - y0 + 1) > mostCellsEach) {
      this.#large.push(entry);
      return;
    }
    for (let row = y0; row <= y1; row += 1) {
      for (let column = x0; column <= x1; column += 1) {
        const key = this.#key(column, row);
        const cell = this.#cells.get(key);
        if (cell === undefined) this.#cells.set(key, [entry]);
        else cell.push(entry);
      }
    }
  }

  #cell(at: number): number {
    return Math.floor(at / this.#size);
  }

  #key(column: number, row: number): number {
    return row * this.#columns * 4 + column;
  }
}
