// Percentiles as a chart draws them: the median as a line, bands around it, all levels in the readout.
import { firstAtLeast } from '$charts/fit_domain';
import type { Band, LineSeries, NumberColumn } from '$charts/line_data';
import type { DistributionRows } from '$histograms/histogram_answer';
import { axisColumn, type StepAxis, type StepRange } from '$histograms/step_axis';
import { levelBands, type LevelBand } from './distribution_levels';

export interface LineLook {
  readonly axis: StepAxis;
  // Bands are drawn between these; the median may be missing among them.
  readonly levels: readonly number[];
  // On a log axis the lowest value that it has a place for (leastPositive); undefined on others.
  readonly logFloor: number | undefined;
  // The axis need not show minimum and maximum.
  readonly areExtremesBeyondFit: boolean;
  readonly labelOf: (rows: DistributionRows) => string;
  readonly titleOf: (level: number) => string;
  // The wall time of the series' first point.
  readonly originOf: (rows: DistributionRows) => number | undefined;
}

// Makes lines, and the same object of the same rows.
export class DistributionLines {
  readonly #made = new WeakMap<DistributionRows, LineSeries>();

  constructor(private readonly look: LineLook) {}

  lines(series: readonly DistributionRows[]): readonly LineSeries[] {
    return series.map((rows) => {
      const known = this.#made.get(rows);
      if (known !== undefined) return known;
      const line = distributionLine(rows, this.look);
      this.#made.set(rows, line);
      return line;
    });
  }
}

export function distributionLine(rows: DistributionRows, look: LineLook): LineSeries {
  const columns = new Map(rows.levels.map((level, i) => [level, levelColumn(rows, i)]));
  const column = (level: number): NumberColumn => columns.get(level) ?? new Float64Array();
  const { logFloor } = look;
  const isExtreme = ({ low, high }: LevelBand): boolean => look.areExtremesBeyondFit && (low === 0 || high === 1);
  const around = levelBands(look.levels.filter((level) => columns.has(level)));
  // The others lie within it: values that are far out at one step are told from the rest by the widest alone.
  const fitted = around.find((band) => !isExtreme(band));
  const bands = around.map((band): Band => ({
    // A log axis has no place for what is not above zero: the band reaches to its lower end.
    low: logFloor === undefined ? column(band.low) : column(band.low).map((value) => (value <= 0 ? logFloor : value)),
    high: column(band.high),
    isBeyondFit: band !== fitted,
  }));
  return {
    key: rows.key,
    label: look.labelOf(rows),
    x: axisColumn(rows, look.axis, look.originOf(rows)),
    y: column(0.5),
    bands,
    // The highest on top, as in the picture.
    details: [...columns].reverse().map(([level, values]) => ({ title: look.titleOf(level), values })),
    steps: rows.exactSteps ?? rows.steps,
    wallTimes: rows.wallTimes,
    side: 'left',
    isBackground: false,
  };
}

function levelColumn({ values, levels, rows }: DistributionRows, at: number): NumberColumn {
  const column = values instanceof Float32Array ? new Float32Array(rows) : new Float64Array(rows);
  for (let row = 0; row < rows; row += 1) column[row] = values[row * levels.length + at] ?? Number.NaN;
  return column;
}

export function leastPositive(series: readonly DistributionRows[]): number {
  let least = Infinity;
  for (const { values } of series) for (const value of values) if (value > 0 && value < least) least = value;
  return least;
}

// It has nothing to draw: all its tensors are empty.
export function isVoid(line: LineSeries): boolean {
  return !line.y.some((value) => Number.isFinite(value));
}

// All steps of `part` in place of those that `whole` has in the range: exact where somebody looks, and there around it.
export function spliceRows(whole: DistributionRows, part: DistributionRows, range: StepRange): DistributionRows {
  if (part.levels.length !== whole.levels.length || part.exactSteps || whole.exactSteps) return whole;
  const before = firstAtLeast(whole.steps, range.begin);
  const after = firstAtLeast(whole.steps, range.end);
  const width = whole.levels.length;
  return {
    ...whole,
    rows: before + part.rows + whole.rows - after,
    steps: spliced(whole.steps, part.steps, before, after),
    wallTimes: spliced(whole.wallTimes, part.wallTimes, before, after),
    values: spliced(whole.values, part.values, before * width, after * width),
  };
}

function spliced(whole: NumberColumn, part: NumberColumn, before: number, after: number): Float64Array {
  const result = new Float64Array(before + part.length + whole.length - after);
  result.set(whole.subarray(0, before));
  result.set(part, before);
  result.set(whole.subarray(after), before + part.length);
  return result;
}
