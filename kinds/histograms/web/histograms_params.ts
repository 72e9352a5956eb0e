// What a link restores of the histograms: see the README for the keys. In the first bytes of the page: imports nothing else.
import { cardsParams, sizesParam } from '$cards/cards_params';
import { stepAxisParam } from '$histograms/step_axis_param';
import { choiceParam, flagParam, numberParam, type ViewParam } from '$kind/view_state.svelte';
import type { Measure } from './drawing/bin_heights';
import type { PlotMode } from './drawing/plot_detail';

const prefix = 'histograms-';

export const deckParams = cardsParams(prefix);
export const sizes = sizesParam(prefix);

export const modeParam = choiceParam<PlotMode>(`${prefix}mode`, ['offset', 'overlay', 'heat'], true);
export const axisParam = stepAxisParam(`${prefix}x`);
export type ValueScale = 'linear' | 'symlog';
export const scaleParam = choiceParam<ValueScale>(`${prefix}scale`, ['linear', 'symlog'], true);
// Percent of the values that are cut off at either end of the axis.
export type Clip = '0' | '1' | '5';
export const clipParam = choiceParam<Clip>(`${prefix}clip`, ['0', '1', '5'], true);
// 0: as many as a plot can show.
export const binsParam: ViewParam<number> = {
  ...numberParam(`${prefix}bins`, 0, 0, 1000, true),
  parse: (text) => (/^\d{1,4}$/.test(text) && Number(text) <= 1000 ? Number(text) : undefined),
};
// Each run on its own axis of values, or all runs of a card on one.
export type EdgesChoice = 'own' | 'common';
export const edgesParam = choiceParam<EdgesChoice>(`${prefix}edges`, ['own', 'common'], true);
export const measureParam = choiceParam<Measure>(`${prefix}measure`, ['count', 'density'], true);
export const logParam = flagParam(`${prefix}log`, false, true);
export const peaksParam = flagParam(`${prefix}peaks`, true, true);

// All runs beside each other, or two of them at one step.
export type CompareMode = 'off' | 'side' | 'overlaid' | 'mirrored';
export const compareParam = choiceParam<CompareMode>(`${prefix}compare`, ['off', 'side', 'overlaid', 'mirrored']);

// Short ids of the two runs that are compared; '' as the page finds best.
export type Pair = readonly [first: string, second: string];
export const pairParam: ViewParam<Pair> = {
  key: `${prefix}pair`,
  initial: ['', ''],
  parse(text) {
    const [first = '', second = '', ...rest] = text.split('_');
    const isRun = (id: string): boolean => id === '' || /^[0-9a-f]{8}$/.test(id);
    return rest.length === 0 && isRun(first) && isRun(second) ? [first, second] : undefined;
  },
  format: (pair) => pair.join('_'),
};

// Up to 2^53 doubles name every step.
function readStep(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d{1,16}$/.test(text)) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}

// The step that all cards mark.
export const keptStepParam: ViewParam<number | undefined> = {
  key: `${prefix}step`,
  initial: undefined,
  parse: readStep,
  format: (step) => (step === undefined ? '' : String(step)),
};

// Both included.
export interface StepSpan {
  readonly first: number;
  readonly last: number;
}

// Only these steps are shown.
export const spanParam: ViewParam<StepSpan | undefined> = {
  key: `${prefix}steps`,
  initial: undefined,
  parse(text) {
    const [first, last] = text.split('_').map(readStep);
    return first === undefined || last === undefined || first > last ? undefined : { first, last };
  },
  format: (span) => (span === undefined ? '' : `${span.first}_${span.last}`),
};

export const layersParam = flagParam(`${prefix}layers`);
export type LayerSort = 'drift' | 'zeros' | 'nonfinite' | 'name';
export const layerSorts: readonly [LayerSort, ...LayerSort[]] = ['drift', 'zeros', 'nonfinite', 'name'];
export const layerSortParam = choiceParam<LayerSort>(`${prefix}layersort`, layerSorts, true);
