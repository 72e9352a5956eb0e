// What is shown, as text for Graphviz: open items are clusters. An edge into or out of one goes through a point at its border, as it does in the drawing.
import type { Scene, SceneEdge, SceneNode, SceneNote } from './scene_answer';

export function sceneDot(scene: Scene, title: string): string {
  return new DotWriter(scene).write(title);
}

class DotWriter {
  readonly #scene: Scene;
  readonly #children = new Map<string | undefined, SceneNode[]>();
  // Points at the border of an open item.
  readonly #ports = new Map<string, Set<string>>();
  readonly #sharedPorts = new Set<string>();
  readonly #notes = new Map<string, SceneNote>();
  readonly #lines: string[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
    for (const node of scene.nodes) {
      const children = this.#children.get(node.parent);
      if (children === undefined) this.#children.set(node.parent, [node]);
      else children.push(node);
      for (const note of [...node.ins, ...node.outs]) if (!scene.nodeById.has(note.id)) this.#notes.set(note.id, note);
    }
    for (const { border, parent, from, to } of scene.edges) {
      if (border !== undefined && (border === 'from' ? from : to) === '') {
        this.#sharedPorts.add(`${parent ?? ''}\n${border === 'from' ? 'in' : 'out'}`);
      }
    }
  }

  write(title: string): string {
    const edges = [...this.#scene.edges.map((edge) => this.#edge(edge)), ...this.#noteEdges()];
    this.#lines.push(
      `digraph ${quoted(title)} {`,
      `  rankdir=${this.#scene.direction === 'up' ? 'BT' : 'TB'};`,
      '  node [fontname="sans-serif", fontsize=10];',
      '  edge [fontname="sans-serif", fontsize=8];',
    );
    this.#level(undefined, '  ');
    for (const { id, label } of this.#notes.values()) {
      this.#lines.push(`  ${quoted(id)} [label=${quoted(label)}, shape=plaintext];`);
    }
    this.#lines.push(...edges, '}', '');
    return this.#lines.join('\n');
  }

  #level(parent: string | undefined, indent: string): void {
    for (const port of this.#ports.get(parent ?? '') ?? []) {
      this.#lines.push(`${indent}${quoted(port)} [shape=point, width=0.04, label=""];`);
    }
    for (const node of this.#children.get(parent) ?? []) {
      if (!node.isOpen) {
        this.#lines.push(`${indent}${quoted(node.id)} [label=${quoted(labelOf(node))}, ${shapeOf(node)}];`);
        continue;
      }
      this.#lines.push(`${indent}subgraph ${quoted(`cluster ${node.id}`)} {`);
      this.#lines.push(`${indent}  label=${quoted(node.label)};`);
      this.#level(node.id, `${indent}  `);
      this.#lines.push(`${indent}}`);
    }
  }

  #edge(edge: SceneEdge): string {
    const from = this.#end(edge, 'from');
    const to = this.#end(edge, 'to');
    const looks: string[] = [];
    if (edge.label !== '' && edge.tensors > 0) looks.push(`label=${quoted(edge.label)}`);
    if (edge.tensors === 0) looks.push('style=dashed');
    if (edge.isReference) looks.push('color=orange');
    if (edge.border === 'to' || this.#scene.nodeById.get(edge.to)?.isOpen === true) looks.push('arrowhead=none');
    return `  ${quoted(from)} -> ${quoted(to)}${looks.length === 0 ? '' : ` [${looks.join(', ')}]`};`;
  }

  #end(edge: SceneEdge, end: 'from' | 'to'): string {
    const id = edge[end];
    const other = end === 'from' ? edge.to : edge.from;
    if (edge.border === end) return this.#port(edge.parent ?? '', end === 'from' ? 'in' : 'out', id);
    if (this.#scene.nodeById.get(id)?.isOpen !== true) return id;
    return this.#port(id, end === 'from' ? 'out' : 'in', other);
  }

  #port(item: string, side: 'in' | 'out', neighbour: string): string {
    const isShared = this.#sharedPorts.has(`${item}\n${side}`);
    const port = `${item} ${side} ${isShared ? '' : neighbour}`;
    const ports = this.#ports.get(item);
    if (ports === undefined) this.#ports.set(item, new Set([port]));
    else ports.add(port);
    return port;
  }

  #noteEdges(): readonly string[] {
    const looks = ({ tensors }: SceneNote): string =>
      tensors === 0 ? ' [style=dotted]' : ' [style=dotted, arrowsize=0.5]';
    return this.#scene.nodes.flatMap((node) => [
      ...node.ins.map((note) => `  ${quoted(note.id)} -> ${quoted(node.id)}${looks(note)};`),
      // An edge between two that are both shown is told by its taker.
      ...node.outs
        .filter(({ id }) => this.#scene.nodeById.get(id)?.ins.some((note) => note.id === node.id) !== true)
        .map((note) => `  ${quoted(node.id)} -> ${quoted(note.id)}${looks(note)};`),
    ]);
  }
}

function labelOf(node: SceneNode): string {
  if (node.kind === 'more') return `+${String(node.count)}`;
  if (node.kind === 'op') return node.op === undefined ? node.label : `${node.label}\n${node.op}`;
  return `${node.label} (${String(node.count)})`;
}

function shapeOf(node: SceneNode): string {
  switch (node.kind) {
    case 'op':
      return 'shape=ellipse';
    case 'series':
      return 'shape=ellipse, peripheries=2';
    case 'more':
      return 'shape=box, style="rounded,dashed"';
    default:
      return 'shape=box, style=rounded';
  }
}

// In Graphviz's quotes only quotes and backslashes mean something; a line break is written as one.
function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
