// Along what histograms are laid: steps, seconds since the first, or the clock.
import type { AxisText } from '$charts/chart_zoom';
import { firstAtLeast } from '$charts/fit_domain';
import type { Domain } from '$charts/line_data';
import type { StepRows } from './histogram_answer';
import type { StepAxis } from './step_axis_param';

export type { StepAxis };

export const axisTexts: Readonly<Record<StepAxis, AxisText>> = { step: 'step', relative: 'duration', wall: 'time' };

// The place of each row, never falling. `origin` is the wall time of the series' first point, which an answer for a part of the steps does not
// have.
export function axisColumn(series: StepRows, axis: StepAxis, origin = series.wallTimes[0] ?? 0): Float64Array {
  if (axis === 'step') return series.steps;
  const times = rising(series.wallTimes);
  return axis === 'wall' ? times : times.map((time) => time - origin);
}

// A clock that was set back stands still until it is where it was.
function rising(times: Float64Array): Float64Array {
  const falls = times.some((time, i) => time < (times[i - 1] ?? -Infinity));
  if (!falls) return times;
  let last = -Infinity;
  return times.map((time) => (last = Math.max(last, time)));
}

// The row nearest to a place of a column that does not fall; -1 if there is none.
export function nearestRow(places: Float64Array, place: number): number {
  const after = firstAtLeast(places, place);
  const [before, next] = [places[after - 1], places[after]];
  if (next === undefined) return after - 1;
  return before !== undefined && place - before < next - place ? after - 1 : after;
}

export interface StepRange {
  readonly begin: number;
  // Left out.
  readonly end: number;
}

// The steps of all series that lie in `seen` of the axis, and one more at each end where there is one: lines enter and leave there.
// `originOf` as in axisColumn.
export function stepRange(
  series: readonly StepRows[],
  axis: StepAxis,
  seen: Domain,
  originOf?: (series: StepRows) => number,
): StepRange | undefined {
  let [begin, end] = [Infinity, -Infinity];
  for (const one of series) {
    const places = axisColumn(one, axis, originOf?.(one));
    const first = Math.max(0, firstAtLeast(places, seen.min) - 1);
    const last = Math.min(places.length - 1, firstAtLeast(places, seen.max));
    begin = Math.min(begin, one.steps[first] ?? Infinity);
    end = Math.max(end, one.steps[last] ?? -Infinity);
  }
  return begin <= end ? { begin, end: end + 1 } : undefined;
}

// Where all rows lie.
export function axisExtent(columns: readonly ArrayLike<number>[]): Domain | undefined {
  let [min, max] = [Infinity, -Infinity];
  for (const column of columns) {
    min = Math.min(min, column[0] ?? Infinity);
    max = Math.max(max, column[column.length - 1] ?? -Infinity);
  }
  return min <= max ? { min, max } : undefined;
}
