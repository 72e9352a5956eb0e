// The step at a place of a chart, whatever its x axis shows: what other kinds know it by.
import { firstAtLeast } from '$charts/fit_domain';
import type { LineSeries } from '$charts/line_data';
import type { XAxis } from './data/card_query';

// undefined where the curves do not tell their steps.
export function stepAtPlace(series: readonly LineSeries[], axis: XAxis, x: number): number | undefined {
  if (axis === 'step') return Math.round(x);
  let best: { readonly step: number; readonly distance: number } | undefined;
  for (const one of series) {
    const next = firstAtLeast(one.x, x);
    for (const index of [next - 1, next]) {
      const step = one.steps?.[index];
      const distance = Math.abs((one.x[index] ?? Infinity) - x);
      if (step !== undefined && !(distance >= (best?.distance ?? Infinity))) best = { step: Number(step), distance };
    }
  }
  return best?.step;
}
