// What the command palette lists for what is typed.
import { NameSearch } from '$base/name_search';
import type { PaletteItem, PaletteSource } from '$kind/palette_source';

export interface PaletteGroup {
  readonly id: string;
  readonly title: string;
  readonly items: readonly PaletteItem[];
}

// A source over a list that does not change: make another when it does.
export function listSource<T>(
  id: string,
  title: string,
  things: readonly T[],
  nameOf: (thing: T) => string,
  toItem: (thing: T) => PaletteItem,
): PaletteSource {
  let names: NameSearch | undefined;
  return {
    id,
    title,
    search(text, limit) {
      names ??= new NameSearch(things.map(nameOf));
      return names.search(text, limit).flatMap((index) => {
        const thing = things[index];
        return thing === undefined ? [] : [toItem(thing)];
      });
    },
  };
}

// Groups without anything to show are left out.
export function searchSources(
  sources: readonly PaletteSource[],
  text: string,
  limitOf: (source: PaletteSource) => number,
): readonly PaletteGroup[] {
  return sources
    .map((source) => ({ id: source.id, title: source.title, items: source.search(text, limitOf(source)) }))
    .filter((group) => group.items.length > 0);
}
