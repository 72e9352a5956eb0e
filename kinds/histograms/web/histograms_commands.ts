// What keys and the command palette do with histograms.
import type { Translate } from '$base/language.svelte';
import type { Command } from '$kind/commands.svelte';
import type { histogramsMessages } from './histograms_messages';
import type { HistogramsModel } from './histograms_model.svelte';
import { compareParam, layersParam, logParam, modeParam, scaleParam } from './histograms_params';

// Titles are read when they are shown, so they follow the language.
export function histogramsCommands(
  model: HistogramsModel,
  t: Translate<typeof histogramsMessages>,
): readonly Command[] {
  const { view } = model.app;
  const command = (id: keyof typeof histogramsMessages, keys: readonly string[], run: () => void): Command => ({
    id: `histograms.${id}`,
    get title() {
      return t(id);
    },
    get group() {
      return t('histograms');
    },
    keys,
    run,
  });
  const nextMode = { offset: 'overlay', overlay: 'heat', heat: 'offset' } as const;
  const nextCompare = { off: 'overlaid', overlaid: 'mirrored', mirrored: 'side', side: 'off' } as const;
  return [
    command('commandMode', ['m'], () => view.set(modeParam, nextMode[view.get(modeParam)])),
    command('commandScale', ['y'], () => view.set(scaleParam, view.get(scaleParam) === 'linear' ? 'symlog' : 'linear')),
    command('commandLog', ['g'], () => view.set(logParam, !view.get(logParam))),
    command('commandCompare', ['c'], () => view.set(compareParam, nextCompare[view.get(compareParam)])),
    command('commandLayers', ['s'], () => view.set(layersParam, !view.get(layersParam))),
    command('commandReset', ['0'], () => {
      model.setSpan(undefined);
      model.keepStep(undefined);
    }),
  ];
}
