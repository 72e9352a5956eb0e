// What can be done with an item: buttons of its card, and its menu in the drawing.
import type { Translate } from '$base/language.svelte';
import type { IconName } from '$widgets/icons';
import type { GraphsModel } from './graphs_model.svelte';
import type { nodeCardMessages } from './node_card_messages';
import type { NodeFocus } from './node_focus.svelte';

export interface NodeAction {
  readonly title: string;
  readonly icon: IconName;
  run(): void;
}

export function nodeActions(
  model: GraphsModel,
  focus: NodeFocus,
  id: string,
  t: Translate<typeof nodeCardMessages>,
): readonly NodeAction[] {
  const node = model.node(id);
  const name = id.slice(2);
  const isReal = /^[ns]:/.test(id);
  const actions: NodeAction[] = [];
  if (node === undefined) {
    if (isReal) {
      const kind = id.startsWith('s:') ? 'scope' : 'op';
      actions.push({ title: t('goThere'), icon: 'fit', run: () => model.jumpToName(name, kind) });
    }
  } else if (node.kind !== 'op' && node.kind !== 'more') {
    actions.push({
      title: t(node.isOpen ? 'close' : 'open'),
      icon: node.isOpen ? 'fold' : 'unfold',
      run: () => model.toggle(id),
    });
  }
  if (node !== undefined && node.kind !== 'more' && node.kind !== 'function' && node.role !== 'functions') {
    const isMain = node.role === 'main';
    actions.push({
      title: t(isMain ? 'takeOut' : 'putBack'),
      icon: isMain ? 'eyeOff' : 'eye',
      run: () => model.setAside(node.name, isMain),
    });
  }
  if (node?.kind === 'series') {
    actions.push({ title: t('ungroup'), icon: 'list', run: () => model.ungroup(node.name) });
  }
  const series = id.startsWith('n:') ? model.seriesOf(name) : undefined;
  if (series !== undefined) actions.push({ title: t('group'), icon: 'columns', run: () => model.group(series) });
  if (isReal) actions.push({ title: t('pathTo'), icon: 'forward', run: () => focus.beginPath(name) });
  return actions;
}
