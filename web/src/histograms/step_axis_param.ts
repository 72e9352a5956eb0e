// What histograms are laid along, as a link keeps it.
import { choiceParam, type ViewParam } from '$kind/view_state.svelte';

export type StepAxis = 'step' | 'relative' | 'wall';

export const stepAxes: readonly [StepAxis, ...StepAxis[]] = ['step', 'relative', 'wall'];

// The parameter of one kind's view.
export function stepAxisParam(key: string): ViewParam<StepAxis> {
  return choiceParam<StepAxis>(key, stepAxes, true);
}
