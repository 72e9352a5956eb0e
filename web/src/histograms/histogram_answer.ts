// Answers of the routes below /api/histograms and of /api/distributions, checked once. Columns with a row for each step are row-major.
import type { ColumnAnswer } from '$api/columns';
import { flag, list, number, object, optionalNumber, optionalText, step, text } from '$api/foreign';
import type { NumberColumn } from '$charts/line_data';
import { doubles, neededColumn, plainNumbers, readSteps } from './answer_columns';

type Head = Readonly<Record<string, unknown>>;

// One tag of one run.
export interface SeriesName {
  // Of run and tag; unique in an answer.
  readonly key: string;
  readonly run: string;
  readonly runId: string;
  readonly tag: string;
  readonly tagId: string;
  // Steps that the series has in the range that was asked for. More than there are rows: some were left out, evenly.
  readonly points: number;
}

export interface StepRows extends SeriesName {
  readonly displayName: string;
  // Safe HTML, made by the server from Markdown.
  readonly description: string;
  // Points that restarts replaced.
  readonly superseded: number;
  readonly rows: number;
  // Of each row, as doubles; `exactSteps` where some are past 2^53.
  readonly steps: Float64Array;
  readonly exactSteps: BigInt64Array | undefined;
  // Seconds since 1970.
  readonly wallTimes: Float64Array;
}

export interface HistogramRows extends StepRows {
  readonly bins: number;
  // One more than bins, rising; the same for all rows.
  readonly edges: Float64Array;
  // rows * bins.
  readonly counts: NumberColumn;
  // What lies outside of the edges.
  readonly below: NumberColumn;
  readonly above: NumberColumn;
  readonly total: NumberColumn;
  readonly min: NumberColumn;
  readonly max: NumberColumn;
  // How many steps were added up in each row, and the last of them.
  readonly merged: NumberColumn;
  readonly lastSteps: Float64Array;
  // The half of the linear part of symlog bins; undefined where bins are linear.
  readonly linearWidth: number | undefined;
}

export interface DistributionRows extends StepRows {
  // Shares from 0 to 1, rising.
  readonly levels: readonly number[];
  // rows * levels; NaN where the histogram is empty.
  readonly values: NumberColumn;
}

export interface MeasureRows extends StepRows {
  // By the names that were asked for: "mean", "p:0.5", "ks_step".
  readonly measures: ReadonlyMap<string, Float64Array>;
}

// One series for a strip of layers: its last step, and the first one on the same edges.
export interface LayerSummary extends SeriesName {
  readonly step: number | bigint | undefined;
  readonly edges: Float64Array;
  readonly counts: NumberColumn;
  readonly firstCounts: NumberColumn;
  // From first to last: Wasserstein distance in deviations of the first, and Kolmogorov-Smirnov. NaN where one is empty.
  readonly drift: number;
  readonly ks: number;
  // Shares of values that are zero for certain, and that may be.
  readonly zerosLow: number;
  readonly zerosHigh: number;
  // undefined: not known.
  readonly notFinite: number | undefined;
  readonly mean: number;
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
}

// A value that could not be read, or was put in order first.
export interface ValueProblem {
  readonly runId: string;
  readonly tagId: string;
  readonly step: number | bigint | undefined;
  readonly message: string;
}

export interface HistogramsAnswer<S> {
  readonly epoch: string;
  readonly revision: number;
  readonly isLoading: boolean;
  readonly series: readonly S[];
  // The first of them; `problemCount` are there.
  readonly problems: readonly ValueProblem[];
  readonly problemCount: number;
}

export type ReadAnswer<S> = (answer: ColumnAnswer) => HistogramsAnswer<S>;

export const readHistograms: ReadAnswer<HistogramRows> = (answer) => readAnswer(answer, readHistogramRows);
export const readDistributions: ReadAnswer<DistributionRows> = (answer) => readAnswer(answer, readDistributionRows);
export const readMeasures: ReadAnswer<MeasureRows> = (answer) => readAnswer(answer, readMeasureRows);
export const readLayers: ReadAnswer<LayerSummary> = (answer) => readAnswer(answer, readLayer);

export function seriesKey(runId: string, tagId: string): string {
  return `${runId}/${tagId}`;
}

export function stepAt(series: StepRows, row: number): number | bigint | undefined {
  return series.exactSteps?.[row] ?? series.steps[row];
}

// Some steps of the range have no row.
export function isThinned(series: StepRows): boolean {
  return series.rows < series.points;
}

function readAnswer<S>(answer: ColumnAnswer, read: (answer: ColumnAnswer, head: Head) => S): HistogramsAnswer<S> {
  const { head } = answer;
  const problems = list(head['problems'] ?? [], 'problems').map(readProblem);
  return {
    epoch: text(head['epoch'], 'epoch'),
    revision: number(head['revision'], 'revision'),
    isLoading: flag(head['loading']),
    series: list(head['series'], 'series').map((one) => read(answer, object(one, 'series'))),
    problems,
    problemCount: optionalNumber(head['problem_count']) ?? problems.length,
  };
}

function readProblem(value: unknown): ValueProblem {
  const problem = object(value, 'problem');
  return {
    runId: text(problem['run_id'], 'run id'),
    tagId: text(problem['tag_id'], 'tag id'),
    step: step(problem['step']),
    message: text(problem['message'], 'message'),
  };
}

function readName(head: Head): SeriesName {
  const runId = text(head['run_id'], 'run id');
  const tagId = text(head['tag_id'], 'tag id');
  return {
    key: seriesKey(runId, tagId),
    run: text(head['run'], 'run'),
    runId,
    tag: text(head['tag'], 'tag'),
    tagId,
    points: number(head['points'], 'points'),
  };
}

function readRows(answer: ColumnAnswer, head: Head): StepRows {
  const steps = readSteps(neededColumn(answer, head['step'], 'step'));
  const rows = steps.numbers.length;
  return {
    ...readName(head),
    displayName: optionalText(head['display_name']) ?? '',
    description: optionalText(head['description']) ?? '',
    superseded: optionalNumber(head['superseded']) ?? 0,
    rows,
    steps: steps.numbers,
    exactSteps: steps.exact,
    wallTimes: doubles(neededColumn(answer, head['wall_time'], 'wall_time', rows)),
  };
}

function readHistogramRows(answer: ColumnAnswer, head: Head): HistogramRows {
  const base = readRows(answer, head);
  const edges = doubles(neededColumn(answer, head['edges'], 'edges'));
  const bins = Math.max(0, edges.length - 1);
  const column = (name: string, length = base.rows): NumberColumn =>
    plainNumbers(neededColumn(answer, head[name], name, length));
  return {
    ...base,
    bins,
    edges,
    counts: column('counts', base.rows * bins),
    below: column('below'),
    above: column('above'),
    total: column('total'),
    min: column('min'),
    max: column('max'),
    merged: column('merged'),
    lastSteps: readSteps(neededColumn(answer, head['last_step'] ?? head['step'], 'last_step', base.rows)).numbers,
    linearWidth: optionalNumber(head['linear_width']),
  };
}

function readDistributionRows(answer: ColumnAnswer, head: Head): DistributionRows {
  const base = readRows(answer, head);
  const levels = list(head['levels'], 'levels').map((level) => number(level, 'level'));
  const values = plainNumbers(neededColumn(answer, head['values'], 'values', base.rows * levels.length));
  return { ...base, levels, values };
}

function readMeasureRows(answer: ColumnAnswer, head: Head): MeasureRows {
  const base = readRows(answer, head);
  const measures = new Map<string, Float64Array>();
  for (const [name, member] of Object.entries(object(head['measures'], 'measures'))) {
    measures.set(name, doubles(neededColumn(answer, member, name, base.rows)));
  }
  return { ...base, measures };
}

function readLayer(answer: ColumnAnswer, head: Head): LayerSummary {
  const edges = doubles(neededColumn(answer, head['edges'], 'edges'));
  const bins = Math.max(0, edges.length - 1);
  const counts = (name: string): NumberColumn => plainNumbers(neededColumn(answer, head[name], name, bins));
  // Not a number where the server has none.
  const value = (name: string): number => optionalNumber(head[name]) ?? Number.NaN;
  return {
    ...readName(head),
    step: step(head['step']),
    edges,
    counts: counts('counts'),
    firstCounts: counts('first_counts'),
    drift: value('drift'),
    ks: value('ks'),
    zerosLow: value('zeros_low'),
    zerosHigh: value('zeros_high'),
    notFinite: optionalNumber(head['not_finite']),
    mean: value('mean'),
    deviation: value('deviation'),
    min: value('min'),
    max: value('max'),
  };
}
