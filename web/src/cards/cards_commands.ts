// What keys and the command palette do with cards of any kind.
import type { Translate } from '$base/language.svelte';
import { NameSearch } from '$base/name_search';
import type { Command } from '$kind/commands.svelte';
import type { PaletteSource } from '$kind/palette_source';
import type { cardsMessages } from './cards_messages';
import type { CardsModel } from './cards_model.svelte';
import { onPointed } from './pointed_card';
import type { TagIndex } from './tag_groups';

export interface CardsWords {
  readonly t: Translate<typeof cardsMessages>;
  // Of the kind, over its commands.
  readonly group: () => string;
  // Of the tags that the palette finds.
  readonly tags: () => string;
}

// Titles are read when they are shown, so they follow the language. `own` are the kind's commands for one card.
export function cardsCommands(
  deck: CardsModel,
  kind: string,
  words: CardsWords,
  focusFilter: () => void,
  own: readonly Command[] = [],
): readonly Command[] {
  const command = (id: keyof typeof cardsMessages, keys: readonly string[], run: () => void): Command => ({
    id: `${kind}.${id}`,
    get title() {
      return words.t(id);
    },
    get group() {
      return words.group();
    },
    keys,
    run,
  });
  const step = (by: number) => (): void => (deck.fullKey === '' ? deck.step(by) : deck.stepFull(by));
  return [
    command('commandFilter', ['/'], focusFilter),
    command('commandNext', ['j'], step(1)),
    command('commandPrevious', ['k'], step(-1)),
    command(
      'commandFull',
      ['f'],
      onPointed(deck, (key) => (deck.fullKey === '' ? deck.openFull(key) : deck.closeFull())),
    ),
    command(
      'commandPin',
      ['p'],
      onPointed(deck, (key) => deck.places.togglePin(key)),
    ),
    ...own,
    command('commandExpand', ['e'], () => deck.setAllOpen(true)),
    command('commandCollapse', ['E'], () => deck.setAllOpen(false)),
  ];
}

export function tagSource(deck: CardsModel, kind: string, words: CardsWords): PaletteSource {
  let known: { readonly index: TagIndex; readonly names: NameSearch } | undefined;
  return {
    id: `${kind}.tags`,
    get title() {
      return words.tags();
    },
    search(text, limit) {
      const { index } = deck.tags;
      if (known?.index !== index) known = { index, names: new NameSearch(index.sorted.map((tag) => tag.name)) };
      return known.names.search(text, limit).flatMap((at) => {
        const tag = index.sorted[at];
        if (tag === undefined) return [];
        const detail = tag.displayName === '' || tag.displayName === tag.name ? undefined : tag.displayName;
        return [{ id: tag.id, title: tag.name, detail, run: () => deck.reveal(index.keyOf(tag)) }];
      });
    },
  };
}
