// What keys and the command palette do with distributions, besides what they do with any card.
import type { Translate } from '$base/language.svelte';
import { onPointed } from '$cards/pointed_card';
import type { Command } from '$kind/commands.svelte';
import type { distributionsMessages } from './distributions_messages';
import type { DistributionsModel } from './distributions_model.svelte';
import { layoutParam, valueScales } from './distributions_params';

type Words = typeof distributionsMessages;

// Titles are read when they are shown, so they follow the language.
export function distributionsCommands(model: DistributionsModel, t: Translate<Words>): readonly Command[] {
  const { deck } = model;
  const { view } = model.app;
  const command = (id: keyof Words, keys: readonly string[], run: () => void): Command => ({
    id: `distributions.${id}`,
    get title() {
      return t(id);
    },
    get group() {
      return t('title');
    },
    keys,
    run,
  });
  const nextScale = (key: string): void => {
    const next = valueScales[(valueScales.indexOf(model.scaleOf(key)) + 1) % valueScales.length];
    if (next !== undefined) model.setScale(key, next);
  };
  return [
    command('commandScale', ['l'], onPointed(deck, nextScale)),
    command(
      'commandFit',
      ['0'],
      onPointed(deck, (key) => model.zooms.set(key, undefined)),
    ),
    command('commandLayout', ['o'], () => view.set(layoutParam, view.get(layoutParam) === 'side' ? 'over' : 'side')),
  ];
}
