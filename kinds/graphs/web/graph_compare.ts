// Two graphs in one drawing: what is marked how, and which of it is of which graph.
import { list, number, object } from '$api/foreign';
import { readHit, type NodeHit } from './hits_answer';
import type { SceneEdge, SceneNode, SceneNote } from './scene/scene_answer';
import { readDiffFacts, type DiffFacts, type DiffStatus, type ItemDiff } from './scene/scene_difference';
import { isEdge, type Badge } from './scene/scene_look';

// Both graphs, or one of them in the same places.
export type ShownSide = 'both' | 'old' | 'new';

export interface DiffColors {
  // Of what is filled, and of lines and letters.
  readonly fills: Readonly<Record<DiffStatus, string>>;
  readonly inks: Readonly<Record<DiffStatus, string>>;
}

// Who sees no colours reads these.
export const diffSigns: Readonly<Record<DiffStatus, string>> = { added: '+', removed: '−', changed: '~' };

// '+' of a node; '+2 ~1' of what is in a group, apart by a space that is wide enough in small letters.
export function badgeText(diff: ItemDiff, isGroup: boolean): string {
  if (!isGroup) return diffSigns[diff.status];
  const statuses = ['added', 'removed', 'changed'] as const;
  return statuses.flatMap((one) => (diff[one] > 0 ? [`${diffSigns[one]}${String(diff[one])}`] : [])).join('\u2002');
}

export function badgeOf(item: SceneNode | SceneNote, { inks }: DiffColors): Badge | undefined {
  const { diff } = item;
  if (diff === undefined) return undefined;
  const isGroup = 'count' in item && item.kind !== 'op';
  return { text: badgeText(diff, isGroup), color: inks[diff.status] };
}

// Not in the graph that is to be seen.
export function isAbsent(item: SceneNode | SceneEdge, side: ShownSide): boolean {
  if (side === 'both') return false;
  if (!isEdge(item)) return item.diff?.status === (side === 'old' ? 'added' : 'removed');
  const of = side === 'old' ? item.diff?.added : item.diff?.removed;
  return of !== undefined && of >= item.tensors + item.controls;
}

// The colour of a line that only one graph has; one that stands for several may have something of both.
export function edgeStatus({ diff, tensors, controls }: SceneEdge): DiffStatus | undefined {
  if (diff === undefined) return undefined;
  if (diff.added >= tensors + controls) return 'added';
  return diff.removed >= tensors + controls ? 'removed' : 'changed';
}

export interface DifferencesAnswer {
  readonly facts: DiffFacts | undefined;
  // Nodes, and scopes that are added or removed as a whole.
  readonly hits: readonly NodeHit[];
  // Of the list, also where it was cut.
  readonly total: number;
}

export function readDifferences(answer: unknown): DifferencesAnswer {
  const found = object(answer, 'differences');
  return {
    facts: readDiffFacts(found['diff']),
    hits: list(found['hits'], 'hits').map(readHit),
    total: number(found['total'], 'total'),
  };
}

// The one after or before what is selected; where that is none of them, the first or the last.
export function besideHit(
  hits: readonly NodeHit[],
  selected: string | undefined,
  step: 1 | -1,
): { readonly hit: NodeHit; readonly at: number } | undefined {
  const now = hits.findIndex(({ id }) => id === selected);
  const at = now < 0 ? (step > 0 ? 0 : hits.length - 1) : (now + step + hits.length) % hits.length;
  const hit = hits[at];
  return hit && { hit, at };
}
