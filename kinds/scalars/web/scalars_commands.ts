// What keys and the command palette do with cards.
import type { Translate } from '$base/language.svelte';
import { NameSearch } from '$base/name_search';
import type { Command } from '$kind/commands.svelte';
import type { PaletteSource } from '$kind/palette_source';
import type { scalarsMessages } from './scalars_messages';
import type { ScalarsModel } from './scalars_model.svelte';
import { yKindParam } from './scalars_params';
import type { TagIndex } from './tag_groups';

type Words = Translate<typeof scalarsMessages>;

// Titles are read when they are shown, so they follow the language.
export function scalarsCommands(model: ScalarsModel, t: Words, focusFilter: () => void): readonly Command[] {
  const command = (id: keyof typeof scalarsMessages, keys: readonly string[], run: () => void): Command => ({
    id: `scalars.${id}`,
    get title() {
      return t(id);
    },
    get group() {
      return t('commandGroup');
    },
    keys,
    run,
  });
  // The card in front, or the one under the pointer or the focus.
  const onCard = (act: (key: string) => void) => (): void => {
    const key = model.fullKey === '' ? model.current : model.fullKey;
    if (key !== undefined) act(key);
  };
  const step = (by: number) => (): void => (model.fullKey === '' ? model.step(by) : model.stepFull(by));
  return [
    command('commandFilter', ['/'], focusFilter),
    command('commandNext', ['j'], step(1)),
    command('commandPrevious', ['k'], step(-1)),
    command(
      'commandFull',
      ['f'],
      onCard((key) => (model.fullKey === '' ? model.openFull(key) : model.closeFull())),
    ),
    command(
      'commandPin',
      ['p'],
      onCard((key) => model.book.togglePin(key)),
    ),
    command(
      'commandLog',
      ['l'],
      onCard((key) => {
        const shown = model.book.override(key).yKind ?? model.app.view.get(yKindParam);
        model.book.change(key, { yKind: shown === 'log' ? 'linear' : 'log' });
      }),
    ),
    command(
      'commandFit',
      ['0'],
      onCard((key) => model.book.setZoom(key, undefined)),
    ),
    command('commandExpand', ['e'], () => model.setAllOpen(true)),
    command('commandCollapse', ['E'], () => model.setAllOpen(false)),
  ];
}

export function tagSource(model: ScalarsModel, t: Words): PaletteSource {
  let known: { readonly index: TagIndex; readonly names: NameSearch } | undefined;
  return {
    id: 'scalars.tags',
    get title() {
      return t('paletteTags');
    },
    search(text, limit) {
      const { index } = model.tags;
      if (known?.index !== index) known = { index, names: new NameSearch(index.sorted.map((tag) => tag.name)) };
      return known.names.search(text, limit).flatMap((at) => {
        const tag = index.sorted[at];
        if (tag === undefined) return [];
        const detail = tag.displayName === '' || tag.displayName === tag.name ? undefined : tag.displayName;
        return [{ id: tag.id, title: tag.name, detail, run: () => model.reveal(index.keyOf(tag)) }];
      });
    },
  };
}
