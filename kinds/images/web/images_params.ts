// What a link restores of the images: see the README for the keys. In the first bytes of the page: imports nothing else.
import { cardMapParam } from '$cards/card_map_param';
import { cardsParams, sizesParam } from '$cards/cards_params';
import { choiceParam, flagParam, numberParam, type ViewParam } from '$kind/view_state.svelte';
import { parseStep, type Step } from '$media/parse_step';
import { stepParams } from '$media/step_params';
import { wholeView, type PanZoom, type Sizing } from './pan_zoom';

const prefix = 'images-';

export const deckParams = cardsParams(prefix);
export const sizes = sizesParam(prefix);
export const steps = stepParams(prefix);

export const sizingParam: ViewParam<Sizing> = choiceParam<Sizing>(`${prefix}size`, ['fit', 'actual'], true);
export const smoothParam = flagParam(`${prefix}smooth`, false, true);
export const brightnessParam = numberParam(`${prefix}bright`, 1, 0, 4, true);
export const contrastParam = numberParam(`${prefix}contrast`, 1, 0, 8, true);
export const linkedViewParam = flagParam(`${prefix}zoomlink`, true, true);
export const speedParam = numberParam(`${prefix}speed`, 5, 0.1, 120, true);
// Of a card in full screen.
export type FullView = 'pictures' | 'compare' | 'overview';
export const fullViewParam = choiceParam<FullView>(`${prefix}show`, ['pictures', 'compare', 'overview']);

export const sampleParam = cardMapParam<number>(
  `${prefix}sample`,
  (sample) => [String(sample)],
  ([text]) => (text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined),
);

// Four digits suffice for any screen.
export const zoomParam: ViewParam<PanZoom> = {
  key: `${prefix}zoom`,
  initial: wholeView,
  parse(text) {
    const [zoom, x, y] = text.split('_').map(Number);
    const isPart = (part: number | undefined): part is number => part !== undefined && part >= 0 && part <= 1;
    if (zoom === undefined || !(zoom > 0 && zoom <= 256) || !isPart(x) || !isPart(y)) return undefined;
    return { zoom, x, y };
  },
  format: ({ zoom, x, y }) => [zoom, x, y].map((part) => String(Number(part.toPrecision(5)))).join('_'),
};

export type CompareMode = 'side' | 'difference' | 'blink' | 'swipe';
export const compareModes: readonly CompareMode[] = ['side', 'difference', 'blink', 'swipe'];

// What is compared: the first side follows the card's step, the other one too unless it is held at a step.
export interface Comparison {
  readonly mode: CompareMode;
  // Short ids of runs; '' as the page finds best.
  readonly runs: readonly [string, string];
  readonly heldStep: Step | undefined;
}

export const compareParam: ViewParam<Comparison> = {
  key: `${prefix}compare`,
  initial: { mode: 'side', runs: ['', ''], heldStep: undefined },
  parse(text) {
    const [mode, first = '', second = '', step = ''] = text.split('_');
    const known = compareModes.find((one) => one === mode);
    const isRun = (id: string): boolean => /^[0-9a-f]{0,16}$/.test(id);
    if (known === undefined || !isRun(first) || !isRun(second)) return undefined;
    return { mode: known, runs: [first, second], heldStep: parseStep(step) };
  },
  format: ({ mode, runs, heldStep }) => [mode, ...runs, heldStep === undefined ? '' : String(heldStep)].join('_'),
};
