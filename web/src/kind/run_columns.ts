// What the list of runs can tell besides names: facts about the run itself, and one number of each chosen tag. A column has a short text
// of its own, which is its name in links, in the order of the list, and as a key.
import type { Run } from '$api/core';
import type { TableWhat } from '$api/run_table';

export const runFacts = ['start', 'last', 'points', 'step'] as const;
export type RunFact = (typeof runFacts)[number];

export type RunColumn =
  | { readonly kind: 'fact'; readonly fact: RunFact }
  | { readonly kind: 'tag'; readonly what: TableWhat; readonly tag: string };

export const tableWhats: readonly TableWhat[] = ['last', 'min', 'max', 'mean', 'first', 'count', 'last_step'];

// "@start", "max:acc", and for the last value just "loss".
export function columnKey(column: RunColumn): string {
  if (column.kind === 'fact') return `@${column.fact}`;
  const isPlain = column.what === 'last' && !/^@|^[a-z_]+:/.test(column.tag);
  return isPlain ? column.tag : `${column.what}:${column.tag}`;
}

export function columnOf(key: string): RunColumn | undefined {
  if (key.startsWith('@')) {
    const fact = runFacts.find((name) => `@${name}` === key);
    return fact === undefined ? undefined : { kind: 'fact', fact };
  }
  const end = key.indexOf(':');
  const what = tableWhats.find((name) => name === key.slice(0, Math.max(0, end)));
  if (what !== undefined) return { kind: 'tag', what, tag: key.slice(end + 1) };
  return key === '' ? undefined : { kind: 'tag', what: 'last', tag: key };
}

// Steps beyond 2^53 lose their last digits here: for the order and the column of a list that does not matter.
export function factOf(run: Run, fact: RunFact): number | undefined {
  if (fact === 'start') return run.startTime;
  if (fact === 'last') return run.lastTime;
  if (fact === 'points') return run.points;
  return run.lastStep === undefined ? undefined : Number(run.lastStep);
}
