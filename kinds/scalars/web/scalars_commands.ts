// What keys and the command palette do with charts, besides what they do with any card.
import type { Translate } from '$base/language.svelte';
import { onPointed } from '$cards/pointed_card';
import type { Command } from '$kind/commands.svelte';
import type { scalarsMessages } from './scalars_messages';
import type { ScalarsModel } from './scalars_model.svelte';
import { yKindParam } from './scalars_params';

type Words = Translate<typeof scalarsMessages>;

// Titles are read when they are shown, so they follow the language.
export function chartCommands(model: ScalarsModel, t: Words): readonly Command[] {
  const command = (id: keyof typeof scalarsMessages, keys: readonly string[], act: (key: string) => void): Command => ({
    id: `scalars.${id}`,
    get title() {
      return t(id);
    },
    get group() {
      return t('commandGroup');
    },
    keys,
    run: onPointed(model.deck, act),
  });
  return [
    command('commandLog', ['l'], (key) => {
      const shown = model.book.override(key).yKind ?? model.app.view.get(yKindParam);
      model.book.change(key, { yKind: shown === 'log' ? 'linear' : 'log' });
    }),
    command('commandFit', ['0'], (key) => model.book.setZoom(key, undefined)),
  ];
}
