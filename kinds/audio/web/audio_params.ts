// What a link restores of the audio: see the README for the keys. In the first bytes of the page: imports nothing else.
import { cardMapParam } from '$cards/card_map_param';
import { cardsParams, sizesParam } from '$cards/cards_params';
import { choiceParam, flagParam, numberParam } from '$kind/view_state.svelte';
import { stepParams } from '$media/step_params';

const prefix = 'audio-';

export const deckParams = cardsParams(prefix);
export const sizes = sizesParam(prefix);
export const steps = stepParams(prefix);

export type SoundView = 'wave' | 'both' | 'spectrum';
export const viewParam = choiceParam<SoundView>(`${prefix}view`, ['wave', 'both', 'spectrum'], true);

export type ScaleName = 'mel' | 'log' | 'linear';
export const scaleParam = choiceParam<ScaleName>(`${prefix}scale`, ['mel', 'log', 'linear'], true);

// Decibels from the darkest to the brightest.
export const rangeParam = numberParam(`${prefix}range`, 80, 20, 140, true);
export const transcriptParam = flagParam(`${prefix}text`, true, true);

// Which clip of a step, where there are several.
export const sampleParam = cardMapParam<number>(
  `${prefix}sample`,
  (sample) => [String(sample)],
  ([text]) => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined),
);
