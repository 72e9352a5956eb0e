// What keys and the command palette do with images.
import type { Translate } from '$base/language.svelte';
import { onPointed } from '$cards/pointed_card';
import type { Command } from '$kind/commands.svelte';
import type { imagesMessages } from './images_messages';
import type { ImagesModel } from './images_model.svelte';
import { fullViewParam, sizingParam, type FullView } from './images_params';

// Titles are read when they are shown, so they follow the language.
export function imagesCommands(model: ImagesModel, t: Translate<typeof imagesMessages>): readonly Command[] {
  const { app, deck } = model;
  const command = (id: keyof typeof imagesMessages, keys: readonly string[], run: () => void): Command => ({
    id: `images.${id}`,
    get title() {
      return t(id);
    },
    get group() {
      return t('images');
    },
    keys,
    run,
  });
  const step = (by: number): (() => void) => onPointed(deck, (key) => model.stepping.step(key, by));
  // Pressed again it shows the images.
  const show = (view: FullView): (() => void) =>
    onPointed(deck, (key) => {
      const isThere = deck.fullKey === key && app.view.get(fullViewParam) === view;
      app.view.set(fullViewParam, isThere ? 'pictures' : view);
      if (deck.fullKey !== key) deck.openFull(key);
    });
  return [
    command('commandNextStep', ['.'], step(1)),
    command('commandPreviousStep', [','], step(-1)),
    command('commandCompare', ['c'], show('compare')),
    command('commandOverview', ['o'], show('overview')),
    command('commandLink', ['l'], () => (model.linked.isLinked = !model.linked.isLinked)),
    command('commandSizing', ['z'], () =>
      app.view.set(sizingParam, app.view.get(sizingParam) === 'fit' ? 'actual' : 'fit'),
    ),
  ];
}
