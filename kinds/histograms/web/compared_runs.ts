// Which two runs a card compares.
import { shortId } from '$kind/run_selection';
import type { Pair } from './histograms_params';

interface Named {
  readonly runId: string;
}

// Those that were chosen, as far as they are here; else the baseline against the first other one; else the first two.
export function comparedRuns<S extends Named>(
  series: readonly S[],
  pair: Pair,
  baseline: string,
): readonly [S, S] | undefined {
  const find = (id: string): S | undefined => (id === '' ? undefined : series.find((one) => shortId(one.runId) === id));
  const first = find(pair[0]) ?? find(baseline) ?? series.find((one) => one !== find(pair[1]));
  const second = find(pair[1]) ?? series.find((one) => one !== first);
  return first === undefined || second === undefined ? undefined : [first, second];
}
