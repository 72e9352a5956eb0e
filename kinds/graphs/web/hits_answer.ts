// Nodes that were found: by a search, on a path, or upstream of another (POST /api/graphs/search, path, trace).
import { flag, list, number, object, optionalNumber, optionalText, text } from '$api/foreign';
import { readItemDiff, type ItemDiff } from './scene/scene_difference';

export interface NodeHit {
  readonly id: string;
  readonly kind: 'op' | 'scope';
  readonly name: string;
  readonly op: string | undefined;
  // Nodes in the scope.
  readonly count: number | undefined;
  // To be opened to see it, from the outermost.
  readonly scopes: readonly string[];
  readonly diff: ItemDiff | undefined;
}

export interface SearchAnswer {
  readonly hits: readonly NodeHit[];
  readonly hasMore: boolean;
}

export interface PathAnswer {
  readonly isFound: boolean;
  // There is only a way back, and this is it.
  readonly isReversed: boolean;
  readonly count: number;
  readonly nodes: readonly NodeHit[];
}

export interface TraceAnswer {
  // Nodes of the graph.
  readonly count: number;
  // Closed items of the scene that hold them.
  readonly items: ReadonlySet<string>;
  // Pairs of such items between which an edge was followed.
  readonly edges: readonly (readonly [from: string, to: string])[];
}

export function readSearch(answer: unknown): SearchAnswer {
  const found = object(answer, 'search');
  return { hits: list(found['hits'], 'hits').map(readHit), hasMore: flag(found['more']) };
}

export function readPath(answer: unknown): PathAnswer {
  const path = object(answer, 'path');
  return {
    isFound: flag(path['found']),
    isReversed: flag(path['reversed']),
    count: number(path['count'], 'count'),
    nodes: list(path['nodes'], 'nodes').map(readHit),
  };
}

export function readTrace(answer: unknown): TraceAnswer {
  const trace = object(answer, 'trace');
  return {
    count: number(trace['count'], 'count'),
    items: new Set(list(trace['items'], 'items').map((item) => text(object(item, 'item')['id'], 'id'))),
    edges: list(trace['edges'], 'edges').map((pair) => {
      const [from, to] = list(pair, 'edge');
      return [text(from, 'from'), text(to, 'to')];
    }),
  };
}

export function readHit(value: unknown): NodeHit {
  const hit = object(value, 'hit');
  return {
    id: text(hit['id'], 'id'),
    kind: hit['kind'] === 'scope' ? 'scope' : 'op',
    name: text(hit['name'], 'name'),
    op: optionalText(hit['op']),
    count: optionalNumber(hit['count']),
    scopes: list(hit['scopes'], 'scopes').map((scope) => text(scope, 'scope')),
    diff: readItemDiff(hit['diff']),
  };
}
