// What a link restores of the steps of cards.
import { flagParam, listParam, type ViewParam } from '$kind/view_state.svelte';
import { parseStep, type Step } from './parse_step';

export interface StepParams {
  readonly isLinked: ViewParam<boolean>;
  // Of all cards while they are linked; undefined: the newest.
  readonly step: ViewParam<Step | undefined>;
  // "card@step" of cards that were moved on their own; "card@" for the newest.
  readonly own: ViewParam<readonly string[]>;
}

// Parameters of one kind: <prefix>link, <prefix>step and <prefix>at.
export function stepParams(prefix: string): StepParams {
  return {
    isLinked: flagParam(`${prefix}link`, true, true),
    step: {
      key: `${prefix}step`,
      initial: undefined,
      parse: parseStep,
      format: (step) => (step === undefined ? '' : String(step)),
    },
    own: listParam(`${prefix}at`),
  };
}
