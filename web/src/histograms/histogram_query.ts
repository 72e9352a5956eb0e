// What a card asks of a route of histograms, and whether two questions have the same answer.
import type { Run } from '$api/core';

export type HistogramRoute = 'histograms' | 'histograms/measures' | 'histograms/layers' | 'distributions';

export interface HistogramQuery {
  readonly route: HistogramRoute;
  // Ids; undefined: all tags.
  readonly tags: readonly string[] | undefined;
  // In the order in which they are shown.
  readonly runs: readonly Run[];
  // They are all that the server has: a request need not name them.
  readonly areAllRuns: boolean;
  // Whole numbers, the end left out; undefined: from the first, to the last.
  readonly beginStep?: number | undefined;
  readonly endStep?: number | undefined;
  // Of each series; more are thinned out evenly. undefined: as the server finds best.
  readonly maxSteps?: number | undefined;
  // What the route takes besides, by its names there: bins, scale, range, clip, edges, combine, levels, measures, baseline.
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export function queryPath(query: HistogramQuery): string {
  return `api/${query.route}`;
}

export function queryBody(query: HistogramQuery): object {
  return { selection: selectionOf(query), ...rangeOf(query), ...query.options };
}

function selectionOf({ tags, runs, areAllRuns }: HistogramQuery): object {
  const ids = (names: readonly string[]): readonly object[] => names.map((id) => ({ id }));
  return {
    ...(tags && { tags: ids(tags) }),
    ...(!areAllRuns && { runs: ids(runs.map((run) => run.id)) }),
  };
}

function rangeOf({ beginStep, endStep, maxSteps }: HistogramQuery): object {
  return {
    ...(beginStep !== undefined && { begin_step: beginStep }),
    ...(endStep !== undefined && { end_step: endStep }),
    ...(maxSteps !== undefined && { max_steps: maxSteps }),
  };
}

// The same series in the same form: an answer to one may stand while the other is awaited.
export function isSameSubject(a: HistogramQuery, b: HistogramQuery): boolean {
  return (
    a.route === b.route && areSame(a.tags ?? [], b.tags ?? []) && (a.tags === undefined) === (b.tags === undefined)
  );
}

// Both have the same answer.
export function isSameQuery(a: HistogramQuery, b: HistogramQuery): boolean {
  if (a === b) return true;
  if (!isSameSubject(a, b) || a.areAllRuns !== b.areAllRuns) return false;
  const areSameRuns =
    a.areAllRuns ||
    a.runs === b.runs ||
    (a.runs.length === b.runs.length && a.runs.every((run, i) => run.id === b.runs[i]?.id));
  return areSameRuns && restText(a) === restText(b);
}

function restText(query: HistogramQuery): string {
  return JSON.stringify([rangeOf(query), query.options]);
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((one, i) => one === b[i]));
}
