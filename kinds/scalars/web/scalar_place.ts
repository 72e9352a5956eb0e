// How a link from elsewhere shows a scalar: its card with the steps that matter marked, and no zoom that hides them.
import { withEntry } from '$cards/card_map_param';
import type { TagPlace } from '$kind/kind';
import { paramEntry as entry, type ParamEntry, type ViewState } from '$kind/view_state.svelte';
import { marksParam, zoomsParam } from './card_settings';
import { deckParams, xAxisParam } from './scalars_params';

export function scalarPlace({ card, isFull, step, since }: TagPlace, view: ViewState): readonly ParamEntry[] {
  const front = isFull ? [entry(deckParams.full, card)] : [];
  const steps = [since, step].flatMap((one) => (one === undefined ? [] : [Number(one)]));
  // On other axes a step is no place.
  if (view.get(xAxisParam) !== 'step' || steps.length === 0) return front;
  const marks = withEntry(view.get(marksParam), card, [...new Set(steps)]);
  const zoom = view.get(zoomsParam).get(card)?.x;
  const isHidden = zoom !== undefined && steps.some((one) => one < zoom.min || one > zoom.max);
  const zooms = isHidden ? [entry(zoomsParam, withEntry(view.get(zoomsParam), card, undefined))] : [];
  return [...front, entry(marksParam, marks), ...zooms];
}
