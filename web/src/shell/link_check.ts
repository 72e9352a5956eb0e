// A link may come from another log directory, or from before runs were deleted.
import { shortId, type RunSelectionState } from '$kind/run_selection';

export interface MissingRuns {
  readonly named: number;
  readonly missing: number;
}

// Of the runs that a link wants to see, how many are not here. A link that leaves runs out misses nothing if those are gone.
export function missingRuns(selection: RunSelectionState, ids: readonly string[]): MissingRuns {
  if (selection.mode !== 'only') return { named: 0, missing: 0 };
  const here = new Set(ids.map(shortId));
  const missing = [...selection.ids].filter((id) => !here.has(id)).length;
  return { named: selection.ids.size, missing };
}
