// Places on the horizontal axis as text.
import type { Language } from '$base/language.svelte';
import { durationText, stepText, timeText, valueText } from '$base/number_text';
import type { AxisText } from './chart_zoom';
import type { LineSeries } from './line_data';

// One x as a pin and the voice of a screen reader tell it.
export function placeText(x: number, xText: AxisText, language: Language): string {
  switch (xText) {
    case 'step':
      return Number.isInteger(x) ? stepText(x, language) : valueText(x);
    case 'duration':
      return durationText(x);
    case 'time':
      return timeText(x, language);
    case 'number':
      return valueText(x);
  }
}

// x as it is shown for one point: the exact step where there is one.
export function pointPlaceText(series: LineSeries, index: number, xText: AxisText, language: Language): string {
  const step = series.steps?.[index];
  if (xText === 'step' && step !== undefined) return stepText(step, language);
  return placeText(series.x[index] ?? Number.NaN, xText, language);
}
