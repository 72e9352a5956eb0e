// How two graphs in one differ: what answers tell under "diff".
import { FormatError, number, object, optionalNumber } from '$api/foreign';

export const diffStatuses = ['added', 'removed', 'changed'] as const;
export type DiffStatus = (typeof diffStatuses)[number];

export interface ItemDiff {
  // A group is added or removed only if all of it is.
  readonly status: DiffStatus;
  // Nodes in it; of a single node none is counted.
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

export interface EdgeDiff {
  readonly added: number;
  readonly removed: number;
}

export interface DiffFacts extends EdgeDiff {
  readonly changed: number;
  readonly same: number;
  readonly edgesAdded: number;
  readonly edgesRemoved: number;
  // Of each graph.
  readonly oldNodes: number;
  readonly newNodes: number;
}

export function readItemDiff(value: unknown): ItemDiff | undefined {
  if (value === undefined) return undefined;
  const diff = object(value, 'diff');
  return {
    status: readStatus(diff['status']),
    added: optionalNumber(diff['added']) ?? 0,
    removed: optionalNumber(diff['removed']) ?? 0,
    changed: optionalNumber(diff['changed']) ?? 0,
  };
}

export function readEdgeDiff(value: unknown): EdgeDiff | undefined {
  if (value === undefined) return undefined;
  const diff = object(value, 'diff');
  return { added: number(diff['added'], 'added'), removed: number(diff['removed'], 'removed') };
}

export function readDiffFacts(value: unknown): DiffFacts | undefined {
  if (value === undefined) return undefined;
  const diff = object(value, 'diff');
  const count = (key: string): number => number(diff[key], key);
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    same: count('same'),
    edgesAdded: count('edges_added'),
    edgesRemoved: count('edges_removed'),
    oldNodes: count('old_nodes'),
    newNodes: count('new_nodes'),
  };
}

export function readStatus(value: unknown): DiffStatus {
  const status = diffStatuses.find((one) => one === value);
  if (status === undefined) throw new FormatError(`status: ${String(value)} is none of ${diffStatuses.join(', ')}`);
  return status;
}
