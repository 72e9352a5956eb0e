// For tests: a scene of little more than names and edges.
import { readScene, type Scene } from './scene/scene_answer';

export interface FakeNode extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

export type FakeEdge = readonly [from: string, to: string, more?: Readonly<Record<string, unknown>>];

const kinds: Readonly<Record<string, string>> = { s: 'scope', n: 'op', g: 'series', m: 'more' };

export function fakeScene(nodes: readonly FakeNode[], edges: readonly FakeEdge[] = []): Scene {
  return readScene(fakeSceneAnswer(nodes, edges));
}

// As the server sends it.
export function fakeSceneAnswer(
  nodes: readonly FakeNode[],
  edges: readonly FakeEdge[] = [],
): Readonly<Record<string, unknown>> & { readonly graph: object } {
  return {
    graph: {
      nodes: nodes.length,
      edges: edges.length,
      scopes: 0,
      devices: [],
      clusters: [],
      profile_devices: [],
      issue_count: 0,
      issues: [],
      memory_bytes: 1,
    },
    direction: 'up',
    width: 100,
    height: 100,
    left_closed: 0,
    nodes: nodes.map((node) => ({
      name: node.id.slice(2),
      label: node.id.slice(2).split('/').at(-1),
      kind: kinds[node.id.slice(0, 1)],
      role: 'main',
      in_item: '',
      open: false,
      x: 0,
      y: 0,
      w: 10,
      h: 10,
      count: 1,
      ...node,
    })),
    edges: edges.map(([from, to, more]) => ({
      in_item: '',
      from,
      to,
      tensors: 1,
      controls: 0,
      elements: 1,
      label: '2×3',
      points: [0, 0, 1, 1],
      ...more,
    })),
  };
}
