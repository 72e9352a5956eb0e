// How the graph that is shown differs from another one. Nodes are the same if they have the same name: by names and operations in the whole graph,
// and by what they take from where among what is shown of both with the same scopes open.
import type { NodeHit } from './hits_answer';
import { scopesAround } from './open_scopes';
import type { Scene, SceneNode } from './scene/scene_answer';

export type Difference = 'added' | 'changed';

export interface NamedNode {
  readonly name: string;
  readonly op: string | undefined;
}

export interface Comparison {
  // By id, of shown items that are not as in the other graph. A closed scope is changed if anything in it is.
  readonly status: ReadonlyMap<string, Difference>;
  readonly added: readonly NamedNode[];
  readonly changed: readonly NamedNode[];
  // What only the other graph has.
  readonly removed: readonly NamedNode[];
  readonly same: number;
  // All nodes were compared, not only what is shown.
  readonly isWhole: boolean;
}

// The operations of all nodes by name.
export type NodeNames = ReadonlyMap<string, string>;

export function namesOf(hits: readonly NodeHit[]): NodeNames {
  return new Map(hits.flatMap(({ kind, name, op }) => (kind === 'op' ? [[name, op ?? ''] as const] : [])));
}

// `names` of both graphs, undefined where they are too many.
export function compareGraphs(
  shown: Scene,
  other: Scene,
  names?: { readonly shown: NodeNames; readonly other: NodeNames },
): Comparison {
  const scenes = compareScenes(shown, other);
  if (names === undefined) return scenes;
  const added: NamedNode[] = [];
  const changed: NamedNode[] = [];
  let same = 0;
  for (const [name, op] of names.shown) {
    const otherOp = names.other.get(name);
    if (otherOp === undefined) added.push({ name, op });
    else if (otherOp !== op || scenes.status.get(`n:${name}`) === 'changed') changed.push({ name, op });
    else same += 1;
  }
  const removed = [...names.other].flatMap(([name, op]) => (names.shown.has(name) ? [] : [{ name, op }]));
  const touched = new Set([...added, ...changed, ...removed].flatMap(({ name }) => scopesAround(name)));
  const otherScopes = new Set([...names.other.keys()].flatMap(scopesAround));
  const status = new Map(scenes.status);
  for (const { id, name, kind, isOpen } of shown.nodes) {
    if (kind !== 'scope' && kind !== 'function') continue;
    if (!otherScopes.has(name)) status.set(id, 'added');
    else if (touched.has(name) && !isOpen) status.set(id, 'changed');
  }
  return { status, added, changed, removed, same, isWhole: true };
}

// A series that grew is the same series.
function keyOf({ id }: { readonly id: string }): string {
  return id.startsWith('g:') ? id.replace(/\[\d+-\d+\]$/, '') : id;
}

// Ids of little nodes too: what is drawn as a node here may be one there.
function idsIn(scene: Scene): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const node of scene.nodes) {
    ids.add(keyOf(node));
    for (const note of [...node.ins, ...node.outs]) ids.add(keyOf(note));
  }
  return ids;
}

// From where an item takes what, with shapes.
function inputsOf(scene: Scene): ReadonlyMap<string, readonly string[]> {
  const inputs = new Map<string, string[]>();
  const add = (to: string, text: string): void => {
    const known = inputs.get(to);
    if (known === undefined) inputs.set(to, [text]);
    else known.push(text);
  };
  for (const { from, to, label, border } of scene.edges) {
    if (border !== 'to') add(to, `${keyOf({ id: from })} ${label}`);
  }
  for (const node of scene.nodes) for (const note of node.ins) add(node.id, keyOf(note));
  return inputs;
}

function printOf(node: SceneNode, inputs: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...(inputs.get(node.id) ?? [])].sort();
  return JSON.stringify([node.kind, node.op ?? '', node.count, node.isChain, lines]);
}

// Of what is shown alone; numbers are those of closed items.
function compareScenes(shown: Scene, other: Scene): Comparison {
  const otherNodes = new Map(other.nodes.map((node) => [keyOf(node), node]));
  const [shownIds, otherIds] = [idsIn(shown), idsIn(other)];
  const [shownInputs, otherInputs] = [inputsOf(shown), inputsOf(other)];
  const status = new Map<string, Difference>();
  const differing: Record<Difference, NamedNode[]> = { added: [], changed: [] };
  let same = 0;
  for (const node of shown.nodes) {
    const key = keyOf(node);
    const twin = otherNodes.get(key);
    let difference: Difference | undefined;
    if (twin === undefined) difference = otherIds.has(key) ? undefined : 'added';
    else if (node.isOpen) difference = node.count === twin.count ? undefined : 'changed';
    else if (printOf(node, shownInputs) !== printOf(twin, otherInputs)) difference = 'changed';
    if (difference !== undefined) status.set(node.id, difference);
    if (node.isOpen) continue;
    if (difference === undefined) same += 1;
    else differing[difference].push({ name: node.name, op: node.op });
  }
  const removed = other.nodes.filter((node) => !node.isOpen && !shownIds.has(keyOf(node)));
  return { status, ...differing, same, removed: removed.map(({ name, op }) => ({ name, op })), isWhole: false };
}
