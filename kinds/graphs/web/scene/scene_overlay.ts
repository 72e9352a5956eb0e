// What is selected or pointed at, with its edges, drawn over the scene: so the scene itself is not painted anew for a move of the mouse.
import type { Scene, SceneEdge, SceneNode } from './scene_answer';
import { edgeShapes } from './scene_edge_shapes';
import type { Hit } from './scene_hits';
import type { SceneLinks } from './scene_links';
import { plainPaint, type DrawingInput, type SceneWords } from './scene_look';
import { notePlaces, noteSize, stackOf, togglePlace, type NotePlace } from './scene_places';
import { boundsOf, layers, LookBook, type Bounds, type Shape, type ShapeLook } from './scene_shapes';
import type { SceneTheme } from './scene_theme';

export interface OverlayTargets {
  readonly selected: SceneNode | undefined;
  // All at the ends of its edges.
  readonly neighbours: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  // Little nodes that stand for the selected one or for the one that is pointed at.
  readonly copies: readonly NotePlace[];
  readonly pointed: SceneNode | undefined;
  readonly toggle: SceneNode | undefined;
}

// More would tell nothing.
const mostNeighbours = 200;

export function overlayTargets(
  scene: Scene,
  links: SceneLinks,
  selectedId: string | undefined,
  hit: Hit | undefined,
): OverlayTargets {
  const selected = selectedId === undefined ? undefined : scene.nodeById.get(selectedId);
  const edges = new Set<SceneEdge>();
  const neighbours = new Set<string>();
  for (const side of selected === undefined ? [] : (['in', 'out'] as const)) {
    const reach = links.reach(selected?.id ?? '', side);
    for (const edge of reach.edges) edges.add(edge);
    for (const id of reach.nodes) neighbours.add(id);
  }
  if (hit?.kind === 'edge') edges.add(hit.edge);
  const pointedId = hit === undefined || hit.kind === 'edge' ? undefined : idOf(hit);
  return {
    selected,
    neighbours: [...neighbours].slice(0, mostNeighbours).flatMap((id) => scene.nodeById.get(id) ?? []),
    edges: [...edges],
    copies: copiesOf(
      scene,
      [selectedId, pointedId].filter((id) => id !== undefined),
    ),
    // The ground of an open item is everywhere: it is not outlined for a pointer that passes.
    pointed: pointedId === undefined || isGround(hit) ? undefined : scene.nodeById.get(pointedId),
    toggle: hit?.kind === 'toggle' ? hit.node : undefined,
  };
}

// The node that a hit is about: of a little node, the one it stands for.
export function idOf(hit: Exclude<Hit, { kind: 'edge' }>): string {
  return hit.kind === 'note' ? (hit.place.note?.id ?? hit.node.id) : hit.node.id;
}

function isGround(hit: Hit | undefined): boolean {
  return hit?.kind === 'node' && hit.node.isOpen;
}

function copiesOf(scene: Scene, ids: readonly string[]): readonly NotePlace[] {
  if (ids.length === 0) return [];
  const isWanted = ({ id }: { readonly id: string }): boolean => ids.includes(id);
  return scene.nodes
    .filter((node) => node.ins.some(isWanted) || node.outs.some(isWanted))
    .flatMap((node) => notePlaces(node).filter(({ note }) => note !== undefined && isWanted(note)));
}

export interface OverlayLook {
  readonly theme: SceneTheme;
  readonly words: SceneWords;
  // Pixels to a unit: outlines are equally thick at every size.
  readonly scale: number;
}

export function overlayShapes(scene: Scene, targets: OverlayTargets, look: OverlayLook): readonly Shape[] {
  const { theme, words, scale } = look;
  const looks = new LookBook();
  const outline = (pixels: number, alpha = 1): ShapeLook =>
    looks.get({ stroke: theme.accent, width: pixels / scale, alpha });
  const marked: DrawingInput = {
    ...{ scene, theme, words, alphaOf: () => 1 },
    paint: { ...plainPaint, isMarked: () => true },
  };
  const { selected, pointed, toggle } = targets;
  const shapes: Shape[] = targets.edges
    .flatMap((edge) => edgeShapes(edge, theme.ground, marked, looks))
    .sort((a, b) => a.layer - b.layer);
  for (const node of targets.neighbours) shapes.push(...outlined(node, outline(1.5, 0.8), 0));
  for (const { x, y } of targets.copies) {
    const bounds = boundsOf(x - noteSize.width / 2, y - noteSize.height / 2, noteSize.width, noteSize.height);
    shapes.push({ kind: 'ellipse', ...grown(bounds, 0.6), look: outline(1.5), layer: layers.front });
  }
  if (pointed !== undefined && pointed !== selected) shapes.push(...outlined(pointed, outline(1.5), 0));
  if (selected !== undefined) {
    // A pale ring around the line parts it from everything.
    shapes.push(...outlined(selected, outline(4, 0.3), 3 / scale), ...outlined(selected, outline(2), 0));
  }
  const place = toggle === undefined ? undefined : togglePlace(toggle);
  if (place !== undefined) {
    const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
    const radius = Math.min((place.right - place.left) / 2, 9 / scale);
    const disc = looks.get({ fill: theme.accent, alpha: 0.22 });
    shapes.push({ kind: 'ellipse', ...boundsOf(x - radius, y - radius, 2 * radius, 2 * radius), look: disc, layer: 0 });
  }
  return shapes;
}

function outlined(node: SceneNode, look: ShapeLook, gap: number): readonly Shape[] {
  const isRound = !node.isOpen && (node.kind === 'op' || node.kind === 'series');
  const bodies = isRound ? stackOf(node) : [boundsOf(node.x, node.y, node.w, node.h)];
  const front = bodies.at(-1);
  if (front === undefined) return [];
  const bounds = grown(front, gap);
  return [
    isRound
      ? { kind: 'ellipse', ...bounds, look, layer: layers.front }
      : { kind: 'box', ...bounds, look, layer: layers.front, radius: node.isOpen ? 5 : 4 },
  ];
}

function grown({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
