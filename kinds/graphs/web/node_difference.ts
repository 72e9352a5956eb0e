// What a node has in each of two graphs (the member "diff" of POST /api/graphs/node).
import { list, object, optionalText, text } from '$api/foreign';
import { readStatus, type DiffStatus } from './scene/scene_difference';

// Of an input or a taker that only one graph has.
export type NodeSide = 'added' | 'removed';

// Undefined: that graph has none.
export interface ValuePair {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface InputPair {
  // "a:1", "^a"; undefined: it names no node.
  readonly before: readonly (string | undefined)[];
  readonly after: readonly (string | undefined)[];
}

export interface NodeDiff {
  readonly status: DiffStatus | 'same';
  readonly op: ValuePair | undefined;
  readonly device: ValuePair | undefined;
  readonly shapes: ValuePair | undefined;
  readonly attributes: readonly (ValuePair & { readonly key: string })[];
  readonly inputs: InputPair | undefined;
}

export function readSide(value: unknown): NodeSide | undefined {
  return value === 'added' || value === 'removed' ? value : undefined;
}

export function readNodeDiff(value: unknown): NodeDiff | undefined {
  if (value === undefined) return undefined;
  const diff = object(value, 'diff');
  return {
    status: diff['status'] === 'same' ? 'same' : readStatus(diff['status']),
    op: readPair(diff['op']),
    device: readPair(diff['device']),
    shapes: readPair(diff['shapes']),
    attributes: list(diff['attributes'] ?? [], 'attributes').map((one) => {
      const attribute = object(one, 'attribute');
      return { key: text(attribute['key'], 'key'), ...pairOf(attribute) };
    }),
    inputs: readInputs(diff['inputs']),
  };
}

type Foreign = Readonly<Record<string, unknown>>;

function pairOf(pair: Foreign): ValuePair {
  return { before: optionalText(pair['old']), after: optionalText(pair['new']) };
}

function readPair(value: unknown): ValuePair | undefined {
  return value === undefined ? undefined : pairOf(object(value, 'pair'));
}

function readInputs(value: unknown): InputPair | undefined {
  if (value === undefined) return undefined;
  const inputs = object(value, 'inputs');
  const names = (key: string): readonly (string | undefined)[] =>
    list(inputs[key], key).map((name) => (name === null ? undefined : text(name, key)));
  return { before: names('old'), after: names('new') };
}

// What each has that the other has not, as often as it has it. Both empty: only the order differs.
export function inputChanges({ before, after }: InputPair): InputPair {
  return { before: without(before, after), after: without(after, before) };
}

function without(
  names: readonly (string | undefined)[],
  others: readonly (string | undefined)[],
): readonly (string | undefined)[] {
  const left = new Map<string | undefined, number>();
  for (const name of others) left.set(name, (left.get(name) ?? 0) + 1);
  return names.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}
