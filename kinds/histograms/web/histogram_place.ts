// How a link from elsewhere shows a tag here: its card with the step that matters marked, and no choice of steps that hides it.
import type { TagPlace } from '$kind/kind';
import { paramEntry as entry, type ParamEntry, type ViewState } from '$kind/view_state.svelte';
import { deckParams, keptStepParam, spanParam } from './histograms_params';

export function histogramPlace({ card, isFull, step }: TagPlace, view: ViewState): readonly ParamEntry[] {
  const front = isFull ? [entry(deckParams.full, card)] : [];
  if (step === undefined) return front;
  const kept = Number(step);
  const span = view.get(spanParam);
  const isHidden = span !== undefined && (kept < span.first || kept > span.last);
  return [...front, entry(keptStepParam, kept), ...(isHidden ? [entry(spanParam, undefined)] : [])];
}
