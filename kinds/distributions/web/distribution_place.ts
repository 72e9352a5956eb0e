// How a link from elsewhere shows a tag here: its card with the steps that matter marked, and no zoom that hides them.
import { withEntry } from '$cards/card_map_param';
import type { TagPlace } from '$kind/kind';
import { paramEntry as entry, type ParamEntry, type ViewState } from '$kind/view_state.svelte';
import { axisParam, deckParams, marksParam, zoomsParam } from './distributions_params';

export function distributionPlace({ card, isFull, step, since }: TagPlace, view: ViewState): readonly ParamEntry[] {
  const front = isFull ? [entry(deckParams.full, card)] : [];
  const steps = [since, step].flatMap((one) => (one === undefined ? [] : [Number(one)]));
  // On other axes a step is no place.
  if (view.get(axisParam) !== 'step' || steps.length === 0) return front;
  const marks = withEntry(view.get(marksParam), card, [...new Set(steps)]);
  const zooms = withEntry(view.get(zoomsParam), card, undefined);
  return [...front, entry(marksParam, marks), entry(zoomsParam, zooms)];
}
