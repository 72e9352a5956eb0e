// All texts of several runs in one list, by step; of one step, in the order of the runs.
import type { StepSeries } from '$media/step_series';

export interface StepRow {
  readonly series: StepSeries;
  readonly index: number;
}

export class StepRows {
  readonly length: number;
  readonly #series: readonly StepSeries[];
  // Where the entries of each series begin among all; one more than there are series.
  readonly #begins: Uint32Array;
  // Undefined for one series, which is sorted as it is.
  readonly #order: Uint32Array | undefined;

  constructor(series: readonly StepSeries[]) {
    this.#series = series;
    this.#begins = new Uint32Array(series.length + 1);
    series.forEach((one, i) => (this.#begins[i + 1] = (this.#begins[i] ?? 0) + one.length));
    this.length = this.#begins[series.length] ?? 0;
    if (series.length < 2) return;
    const steps = new Float64Array(this.length);
    series.forEach((one, i) => steps.set(one.steps.numbers, this.#begins[i]));
    this.#order = Uint32Array.from(steps.keys()).sort((a, b) => (steps[a] ?? 0) - (steps[b] ?? 0) || a - b);
  }

  at(row: number): StepRow | undefined {
    const entry = this.#order === undefined ? row : (this.#order[row] ?? this.length);
    let low = 0;
    let high = this.#series.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#begins[middle + 1] ?? 0) <= entry) low = middle + 1;
      else high = middle;
    }
    const series = this.#series[low];
    return series === undefined || entry < 0 ? undefined : { series, index: entry - (this.#begins[low] ?? 0) };
  }
}
