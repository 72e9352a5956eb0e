// The view of the texts: everything that a link to it restores. kinds/text/README.md lists the keys.
import { cardMapParam } from '$cards/card_map_param';
import { cardsParams, sizesParam } from '$cards/cards_params';
import { choiceParam, type ViewParam } from '$kind/view_state.svelte';
import { stepParams } from '$media/linked_step.svelte';
import { parseStep, type Step } from '$media/step_column';
import type { Find } from './find_marks';

export const deckParams = cardsParams('text-');
export const sizesOfTexts = sizesParam('text-');
export const stepsOfTexts = stepParams('text-');

export type TextForm = 'markdown' | 'plain' | 'table';
export const formParam = choiceParam<TextForm>('text-as', ['markdown', 'plain', 'table'], true);

// One step of each run, or all of them in a list.
export type StepsForm = 'slider' | 'list';
export const stepsFormParam = choiceParam<StepsForm>('text-steps', ['slider', 'list']);

// "rc:words": r for an expression, c where case counts.
export const findParam: ViewParam<Find | undefined> = {
  key: 'text-find',
  initial: undefined,
  parse(text) {
    const [, flags, query] = /^(r?c?):([^]+)$/.exec(text) ?? [];
    if (flags === undefined || query === undefined) return undefined;
    return { query, isRegex: flags.includes('r'), isCase: flags.includes('c') };
  },
  format: (find) => (find === undefined ? '' : `${find.isRegex ? 'r' : ''}${find.isCase ? 'c' : ''}:${find.query}`),
};

export interface TextPlace {
  // The short id of a run.
  readonly run: string;
  readonly step: Step;
}

export interface Compared {
  readonly before: TextPlace;
  readonly after: TextPlace;
}

// Cards that show the difference between two texts.
export const compareParam = cardMapParam<Compared>(
  'text-diff',
  ({ before, after }) => [before, after].flatMap(({ run, step }) => [run, String(step)]),
  ([oldRun, oldStep, newRun, newStep]) => {
    const before = readPlace(oldRun, oldStep);
    const after = readPlace(newRun, newStep);
    return before === undefined || after === undefined ? undefined : { before, after };
  },
);

function readPlace(run: string | undefined, text: string | undefined): TextPlace | undefined {
  const step = text === undefined ? undefined : parseStep(text);
  return run === undefined || !/^[0-9a-f]{8}$/.test(run) || step === undefined ? undefined : { run, step };
}
