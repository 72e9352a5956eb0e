// What keys and the command palette do with the graph.
import type { Translate } from '$base/language.svelte';
import type { Command } from '$kind/commands.svelte';
import type { GraphComparing } from './graph_comparing.svelte';
import type { graphsMessages } from './graphs_messages';
import type { GraphsModel } from './graphs_model.svelte';
import { traceParam } from './graphs_params';
import type { PaneTab } from './pane_tab';

export interface GraphsPage {
  fit(): void;
  togglePane(): void;
  show(tab: PaneTab): void;
}

export function graphsCommands(
  model: GraphsModel,
  comparing: GraphComparing,
  page: GraphsPage,
  t: Translate<typeof graphsMessages>,
): readonly Command[] {
  const command = (
    id: string,
    title: keyof typeof graphsMessages,
    keys: readonly string[],
    run: () => void,
  ): Command => ({
    id: `graphs.${id}`,
    get title() {
      return t(title);
    },
    get group() {
      return t('title');
    },
    keys,
    run,
  });
  const { view } = model.app;
  return [
    command('find', 'tabFind', ['/', 's'], () => page.show('find')),
    command('fit', 'fit', ['f'], () => page.fit()),
    command('open', 'openLevel', ['e'], () => model.openNextLevel()),
    command('close', 'closeAll', ['E'], () => model.closeAll()),
    command('trace', 'traceInputs', ['i'], () =>
      view.set(traceParam, view.get(traceParam) === 'off' ? 'inputs' : 'off'),
    ),
    command('legend', 'tabLegend', [], () => page.show('legend')),
    command('graph', 'tabGraph', [], () => page.show('graph')),
    command('nextDifference', 'nextDifference', ['n'], () => comparing.go(1)),
    command('previousDifference', 'previousDifference', ['p'], () => comparing.go(-1)),
    command('pane', 'showPane', [']'], () => page.togglePane()),
  ];
}
