// What a link restores of the distributions: the README lists the keys.
import { cardMapParam } from '$cards/card_map_param';
import { cardsParams, sizesParam } from '$cards/cards_params';
import { chartZoomsParam } from '$cards/chart_zooms_param';
import { parseNumber } from '$cards/compact_text';
import type { ScaleKind } from '$charts/line_data';
import { stepAxisParam } from '$histograms/step_axis_param';
import { choiceParam, flagParam, type ViewParam } from '$kind/view_state.svelte';
import { levelsText, parseLevels, tensorboardLevels } from './distribution_levels';

const prefix = 'distributions-';

export const deckParams = cardsParams(prefix);
export const sizes = sizesParam(prefix);
export const axisParam = stepAxisParam(`${prefix}x`);

// Clock times have a scale of their own.
export type ValueScale = Exclude<ScaleKind, 'time'>;
export const valueScales: readonly [ValueScale, ...ValueScale[]] = ['linear', 'log', 'symlog'];
export const scaleParam = choiceParam<ValueScale>(`${prefix}y`, valueScales, true);

// Several runs of a tag: each in a plot of its own, or all in one.
export type RunsLayout = 'side' | 'over';
export const layoutParam = choiceParam<RunsLayout>(`${prefix}runs`, ['side', 'over'], true);

// What a vertical axis that was not zoomed shows: what is ordinary over time, everything, or all but minimum and maximum.
export type FitMode = 'ordinary' | 'all' | 'inner';
export const fitParam = choiceParam<FitMode>(`${prefix}fit`, ['ordinary', 'all', 'inner'], true);

// Plots beside each other have the same vertical axis.
export const sharedParam = flagParam(`${prefix}shared`, true, true);
// Cards show where the pointer is in another one, and what was pointed at on another page.
export const linkedParam = flagParam(`${prefix}link`, true, true);

export const levelsParam: ViewParam<readonly number[]> = {
  key: `${prefix}levels`,
  initial: tensorboardLevels,
  isSticky: true,
  parse: parseLevels,
  format: (levels) => levelsText(levels, '_'),
};

export const zoomsParam = chartZoomsParam(`${prefix}zoom`);

// Cards whose scale is not the page's.
export const ownScaleParam = cardMapParam<ValueScale>(
  `${prefix}scale`,
  (scale) => [scale],
  ([text]) => valueScales.find((scale) => scale === text),
);

// Places along x that stay marked.
export const marksParam = cardMapParam<readonly number[]>(
  `${prefix}marks`,
  (marks) => marks.map((mark) => String(mark).replace('+', '')),
  (parts) => {
    const marks = parts.flatMap((part) => parseNumber(part) ?? []);
    return marks.length === 0 ? undefined : marks;
  },
);
