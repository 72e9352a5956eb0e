// A link may come from another log directory, or from before runs were deleted.
import { isNamed, type RunSelectionState } from '$kind/run_selection';

export interface MissingRuns {
  readonly named: number;
  readonly missing: number;
}

// Of the runs that a link wants to see, how many are not here. A link that leaves runs out misses nothing if those are gone.
export function missingRuns(selection: RunSelectionState, ids: readonly string[]): MissingRuns {
  if (selection.mode !== 'only') return { named: 0, missing: 0 };
  const here = ids.filter((id) => isNamed(selection, id)).length;
  return { named: selection.ids.size, missing: Math.max(0, selection.ids.size - here) };
}
