// How the graph is drawn, as a menu.
import type { Translate } from '$base/language.svelte';
import type { ViewParam, ViewState } from '$kind/view_state.svelte';
import type { MenuItem } from '$widgets/menu';
import type { graphsMessages } from './graphs_messages';
import {
  apartParam,
  asideParam,
  embedParam,
  extractParam,
  flowParam,
  mainParam,
  seriesParam,
  traceParam,
} from './graphs_params';

export function graphOptionItems(view: ViewState, t: Translate<typeof graphsMessages>): readonly MenuItem[] {
  const flag = (title: keyof typeof graphsMessages, param: ViewParam<boolean>): MenuItem => ({
    kind: 'choice',
    title: t(title),
    isOn: view.get(param),
    run: () => view.set(param, !view.get(param), { isStep: true }),
  });
  const choice = <T>(title: keyof typeof graphsMessages, param: ViewParam<T>, value: T): MenuItem => ({
    kind: 'choice',
    isRadio: true,
    title: t(title),
    isOn: view.get(param) === value,
    run: () => view.set(param, value),
  });
  const byHand = [apartParam, asideParam, mainParam];
  const changes = byHand.reduce((sum, param) => sum + view.get(param).length, 0);
  return [
    { kind: 'heading', title: t('flow') },
    choice('flowUp', flowParam, 'up'),
    choice('flowDown', flowParam, 'down'),
    { kind: 'line' },
    { kind: 'heading', title: t('simplify') },
    flag('foldSeries', seriesParam),
    flag('embedSmall', embedParam),
    flag('extractBusy', extractParam),
    {
      kind: 'action',
      icon: 'reload',
      title: t('resetDrawing', { n: changes }),
      isDisabled: changes === 0,
      run: () => byHand.forEach((param) => view.set(param, [], { isStep: true })),
    },
    { kind: 'line' },
    { kind: 'heading', title: t('trace') },
    choice('traceOff', traceParam, 'off'),
    choice('traceInputs', traceParam, 'inputs'),
    choice('traceOutputs', traceParam, 'outputs'),
  ];
}
