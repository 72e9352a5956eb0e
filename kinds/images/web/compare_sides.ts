// Which two images are compared.
import { shortId } from '$kind/run_selection';
import type { Step } from '$media/step_column';
import type { StepSeries } from '$media/step_series';
import type { Comparison } from './images_params';

export interface CompareSide {
  readonly series: StepSeries;
  readonly index: number;
}

// Without a choice: the first two runs; of a single run its first step with the one that is shown.
export function compareSides(
  series: readonly StepSeries[],
  step: Step | undefined,
  { runs, heldStep }: Comparison,
): readonly [CompareSide, CompareSide] | undefined {
  const [first] = series;
  if (first === undefined) return undefined;
  const find = (id: string): StepSeries | undefined =>
    id === '' ? undefined : series.find((one) => shortId(one.runId) === id);
  const a = find(runs[0]) ?? first;
  const b = find(runs[1]) ?? series.find((one) => one !== a) ?? a;
  const held = heldStep ?? (a === b ? a.steps.at(0) : undefined);
  return [sideAt(a, step), sideAt(b, held ?? step)];
}

function sideAt(series: StepSeries, step: Step | undefined): CompareSide {
  return { series, index: step === undefined ? series.length - 1 : series.steps.nearest(step) };
}
