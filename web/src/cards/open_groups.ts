// Which groups of cards are open before anybody opens or closes one: the first, up to a few screens of cards, since closed groups tell nothing
// and open ones that are off screen cost nothing.
import type { OpenState } from './cards_params';
import type { CardGroup } from './tag_groups';

const firstCards = 60;

export function openGroups(groups: readonly CardGroup[], state: OpenState): ReadonlySet<string> {
  const open = new Set<string>();
  let before = 0;
  for (const group of groups) {
    const isOpenAtFirst = state.mode === 'all' || (state.mode === 'first' && before < firstCards);
    before += group.cards.length;
    if (isOpenAtFirst !== state.turned.has(group.id)) open.add(group.id);
  }
  return open;
}

export function turnGroup(state: OpenState, id: string): OpenState {
  const turned = new Set(state.turned);
  if (!turned.delete(id)) turned.add(id);
  return { ...state, turned };
}
