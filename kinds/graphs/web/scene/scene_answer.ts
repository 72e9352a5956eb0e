// A graph with some scopes open, as the server lays it out (POST /api/graphs/scene).
import { counts, flag, FormatError, list, number, object, optionalNumber, optionalText, text } from '$api/foreign';
import {
  readDiffFacts,
  readEdgeDiff,
  readItemDiff,
  type DiffFacts,
  type EdgeDiff,
  type ItemDiff,
} from './scene_difference';

const itemKinds = ['scope', 'function', 'op', 'series', 'more'] as const;
export type ItemKind = (typeof itemKinds)[number];
const itemRoles = ['main', 'source', 'sink', 'embedded', 'functions'] as const;
export type ItemRole = (typeof itemRoles)[number];

export interface SceneCost {
  // Executed nodes.
  readonly nodes: number;
  // Microseconds: of all executions together, and from the first start to the last end.
  readonly sum: number;
  readonly span: number;
  // Bytes.
  readonly memory: number;
}

// A little node at the side of another: an edge that is not drawn.
export interface SceneNote {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly kind: ItemKind;
  readonly role: ItemRole;
  readonly op: string | undefined;
  readonly tensors: number;
  readonly controls: number;
  readonly diff: ItemDiff | undefined;
}

export interface SceneNode {
  // The same in every scene that has the item.
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly kind: ItemKind;
  readonly role: ItemRole;
  // The open item around it.
  readonly parent: string | undefined;
  // Open items around it.
  readonly depth: number;
  readonly isOpen: boolean;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  // Nodes of the graph in it.
  readonly count: number;
  readonly op: string | undefined;
  // Of a series: its nodes are connected.
  readonly isChain: boolean;
  // Scopes with the same number are built alike.
  readonly template: number | undefined;
  readonly devices: ReadonlyMap<string, number>;
  readonly clusters: ReadonlyMap<string, number>;
  readonly cost: SceneCost | undefined;
  // Nodes in it that a TPU cannot run.
  readonly tpuIncompatible: number;
  // Of two graphs in one; undefined where both are the same.
  readonly diff: ItemDiff | undefined;
  readonly ins: readonly SceneNote[];
  readonly insMore: number;
  readonly outs: readonly SceneNote[];
  readonly outsMore: number;
}

export interface SceneEdge {
  // Unique in its scene, and the same in every scene that has the edge.
  readonly key: string;
  // The open item in which it is drawn.
  readonly parent: string | undefined;
  readonly depth: number;
  // Ids of nodes. An end at the border of `parent` has the id of the neighbour outside, '' where several share the place.
  readonly from: string;
  readonly to: string;
  readonly border: 'from' | 'to' | undefined;
  readonly tensors: number;
  readonly controls: number;
  readonly elements: number;
  // The taker changes what it is given.
  readonly isReference: boolean;
  readonly label: string;
  readonly diff: EdgeDiff | undefined;
  // x and y in turn, from the first end to the last; at least two places.
  readonly points: readonly number[];
}

export interface SceneIssue {
  readonly what: string;
  readonly node: string;
}

// Of the whole graph, whatever is shown of it.
export interface GraphFacts {
  readonly nodes: number;
  readonly edges: number;
  readonly scopes: number;
  readonly devices: readonly string[];
  readonly clusters: readonly string[];
  readonly profileDevices: readonly string[];
  // Of those, the ones that count only if somebody wants them.
  readonly pseudoDevices: readonly string[];
  // Undefined: nothing is known about its operations.
  readonly tpuIncompatible: number | undefined;
  // Undefined: it is one graph.
  readonly diff: DiffFacts | undefined;
  readonly issueCount: number;
  readonly issues: readonly SceneIssue[];
  readonly memoryBytes: number;
}

export interface Scene {
  readonly facts: GraphFacts;
  // The way that data flow.
  readonly direction: 'up' | 'down';
  readonly width: number;
  readonly height: number;
  // Items that should be open, but for the limits.
  readonly leftClosed: number;
  // Every open item before those in it.
  readonly nodes: readonly SceneNode[];
  readonly edges: readonly SceneEdge[];
  readonly nodeById: ReadonlyMap<string, SceneNode>;
}

export function readScene(answer: unknown): Scene {
  const scene = object(answer, 'scene');
  const nodeById = new Map<string, SceneNode>();
  const raw = list(scene.nodes, 'nodes').map((node) => object(node, 'node'));
  const depths = depthsOf(raw);
  const nodes = raw.map((node) => readNode(node, depths)).sort((a, b) => a.depth - b.depth);
  for (const node of nodes) {
    if (nodeById.has(node.id)) throw new FormatError(`nodes: ${node.id} twice`);
    nodeById.set(node.id, node);
  }
  const keys = new Map<string, number>();
  const edges = list(scene.edges, 'edges').map((edge) => readEdge(edge, depths, keys));
  return {
    facts: readFacts(scene.graph),
    direction: scene.direction === 'down' ? 'down' : 'up',
    width: finite(scene.width, 'width'),
    height: finite(scene.height, 'height'),
    leftClosed: optionalNumber(scene.left_closed) ?? 0,
    nodes,
    edges,
    nodeById,
  };
}

type Raw = Readonly<Record<string, unknown>>;

// How many open items are around what is in an item; of '' none. An item in an unknown one, or in itself, is refused.
function depthsOf(nodes: readonly Raw[]): ReadonlyMap<string, number> {
  const parents = new Map<string, string>();
  for (const node of nodes) parents.set(text(node.id, 'id'), text(node.in_item, 'in_item'));
  const depths = new Map<string, number>([['', 0]]);
  for (const id of parents.keys()) {
    const way: string[] = [];
    let at = id;
    let depth = depths.get(at);
    while (depth === undefined) {
      way.push(at);
      const parent = parents.get(at);
      if (parent === undefined) throw new FormatError(`in_item: ${at} is not there`);
      if (way.length > parents.size) throw new FormatError(`in_item: ${id} is in itself`);
      at = parent;
      depth = depths.get(at);
    }
    for (const below of way.reverse()) depths.set(below, (depth += 1));
  }
  return depths;
}

// Most nodes have none of these: thousands of empty ones would cost as much as everything else.
const noCounts: ReadonlyMap<string, number> = new Map();
const noNotes: readonly SceneNote[] = [];

function readNode(node: Raw, depths: ReadonlyMap<string, number>): SceneNode {
  const parent = text(node.in_item, 'in_item');
  return {
    id: text(node.id, 'id'),
    name: text(node.name, 'name'),
    label: text(node.label, 'label'),
    kind: oneOf(itemKinds, node.kind, 'kind'),
    role: oneOf(itemRoles, node.role, 'role'),
    parent: parent === '' ? undefined : parent,
    depth: depths.get(parent) ?? 0,
    isOpen: flag(node.open),
    x: finite(node.x, 'x'),
    y: finite(node.y, 'y'),
    w: finite(node.w, 'w'),
    h: finite(node.h, 'h'),
    count: number(node.count, 'count'),
    op: optionalText(node.op),
    isChain: flag(node.chain),
    template: optionalNumber(node.template),
    devices: node.devices === undefined ? noCounts : counts(node.devices),
    clusters: node.clusters === undefined ? noCounts : counts(node.clusters),
    cost: node.cost === undefined ? undefined : readCost(node.cost),
    tpuIncompatible: optionalNumber(node.tpu_incompatible) ?? 0,
    diff: readItemDiff(node.diff),
    ins: node.in === undefined ? noNotes : list(node.in, 'in').map(readNote),
    insMore: optionalNumber(node.in_more) ?? 0,
    outs: node.out === undefined ? noNotes : list(node.out, 'out').map(readNote),
    outsMore: optionalNumber(node.out_more) ?? 0,
  };
}

function readNote(value: unknown): SceneNote {
  const note = object(value, 'note');
  return {
    id: text(note.id, 'id'),
    name: text(note.name, 'name'),
    label: text(note.label, 'label'),
    kind: oneOf(itemKinds, note.kind, 'kind'),
    role: oneOf(itemRoles, note.role, 'role'),
    op: optionalText(note.op),
    tensors: number(note.tensors, 'tensors'),
    controls: number(note.controls, 'controls'),
    diff: readItemDiff(note.diff),
  };
}

function readCost(value: unknown): SceneCost {
  const cost = object(value, 'cost');
  return {
    nodes: number(cost.nodes, 'nodes'),
    sum: number(cost.sum, 'sum'),
    span: number(cost.span, 'span'),
    memory: number(cost.memory, 'memory'),
  };
}

function readEdge(value: unknown, depths: ReadonlyMap<string, number>, keys: Map<string, number>): SceneEdge {
  const edge = object(value, 'edge');
  const parent = text(edge.in_item, 'in_item');
  const from = text(edge.from, 'from');
  const to = text(edge.to, 'to');
  const points = list(edge.points, 'points').map((place) => finite(place, 'points'));
  if (points.length < 4 || points.length % 2 !== 0) throw new FormatError('points: not pairs of numbers');
  const ends = JSON.stringify([parent, from, to]);
  const same = keys.get(ends) ?? 0;
  keys.set(ends, same + 1);
  return {
    key: same === 0 ? ends : `${ends} ${String(same + 1)}`,
    parent: parent === '' ? undefined : parent,
    depth: depths.get(parent) ?? 0,
    from,
    to,
    border: edge.border === undefined ? undefined : oneOf(['from', 'to'] as const, edge.border, 'border'),
    tensors: number(edge.tensors, 'tensors'),
    controls: number(edge.controls, 'controls'),
    elements: number(edge.elements, 'elements'),
    isReference: flag(edge.reference),
    label: text(edge.label, 'label'),
    diff: readEdgeDiff(edge.diff),
    points,
  };
}

function readFacts(value: unknown): GraphFacts {
  const facts = object(value, 'graph');
  const texts = (names: unknown, what: string): readonly string[] => list(names, what).map((name) => text(name, what));
  return {
    nodes: number(facts.nodes, 'nodes'),
    edges: number(facts.edges, 'edges'),
    scopes: number(facts.scopes, 'scopes'),
    devices: texts(facts.devices, 'devices'),
    clusters: texts(facts.clusters, 'clusters'),
    profileDevices: texts(facts.profile_devices, 'profile_devices'),
    pseudoDevices: texts(facts.pseudo_devices ?? [], 'pseudo_devices'),
    tpuIncompatible: optionalNumber(facts.tpu_incompatible),
    diff: readDiffFacts(facts.diff),
    issueCount: number(facts.issue_count, 'issue_count'),
    issues: list(facts.issues, 'issues').map((value) => {
      const issue = object(value, 'issue');
      return { what: text(issue.what, 'what'), node: text(issue.node, 'node') };
    }),
    memoryBytes: number(facts.memory_bytes, 'memory_bytes'),
  };
}

// A place that is no number would spoil the whole drawing.
function finite(value: unknown, what: string): number {
  const read = number(value, what);
  if (Number.isFinite(read)) return read;
  throw new FormatError(`${what}: not finite`);
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown, what: string): T {
  const found = allowed.find((name) => name === value);
  if (found !== undefined) return found;
  throw new FormatError(`${what}: ${String(value)} is none of ${allowed.join(', ')}`);
}
