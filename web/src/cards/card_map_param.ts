// A parameter of the view that holds something of single cards: a map from the card's key to its entry.
import type { ViewParam } from '$kind/view_state.svelte';
import { isTagKey, joinEntries, splitEntries } from './compact_text';

type Entry<T> = readonly [key: string, value: T];

// `write` gives the parts of an entry, in signs that compact_text.ts allows; `read` undefined where they mean nothing.
export function cardMapParam<T>(
  key: string,
  write: (value: T) => readonly string[],
  read: (parts: readonly string[]) => T | undefined,
): ViewParam<ReadonlyMap<string, T>> {
  return {
    key,
    initial: new Map(),
    parse(text) {
      const known = splitEntries(text).flatMap(([card, ...parts]): Entry<T>[] => {
        const value = isTagKey(card) ? read(parts) : undefined;
        return value === undefined || card === undefined ? [] : [[card, value]];
      });
      return new Map(known);
    },
    format: (values) => joinEntries([...values].map(([card, value]) => [card, ...write(value)])),
  };
}

export function withEntry<T>(
  values: ReadonlyMap<string, T>,
  key: string,
  value: T | undefined,
): ReadonlyMap<string, T> {
  const next = new Map(values);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}
