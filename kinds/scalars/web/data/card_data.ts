// One whole answer to the query of a card.
import type { Server } from '$api/server';
import type { Domain } from '$charts/line_data';
import { choosesNothing, overSteps, type CardQuery } from './card_query';
import type { GroupLine } from './group_lines';
import { HeldSeries } from './held_series';
import type { RequestBudget, Urgency } from './request_budget';
import type { TagsOfRun } from './run_groups';
import { readSeriesAnswer, readState, type Missing } from './series_answer';
import { seriesBody, type RequestOptions } from './series_request';

export interface CardData {
  // As it was asked: of groups, over steps.
  readonly query: CardQuery;
  readonly held: HeldSeries;
  readonly lines: readonly GroupLine[];
  // The first group of each run, by the run's id.
  readonly groupOfRun: ReadonlyMap<string, string>;
  readonly missing: readonly Missing[];
  readonly hasDetails: boolean;
}

export interface DataSource {
  readonly server: Server;
  readonly budget: RequestBudget;
  readonly tagsOf: TagsOfRun;
}

export interface WholeRequest {
  readonly query: CardQuery;
  readonly urgency: Urgency;
  readonly options: RequestOptions;
  readonly signal: AbortSignal;
}

const path = 'api/scalars';

export async function fetchWhole(source: DataSource, request: WholeRequest): Promise<CardData> {
  const { query, options } = request;
  if (choosesNothing(query)) {
    return { query, held: noSeries(), lines: [], groupOfRun: new Map(), missing: [], hasDetails: true };
  }
  if (query.group !== undefined) return fetchGroups(source, { ...request, query: overSteps(query) });
  const { state, series, missing } = await fetchSeries(source, request);
  const held = new HeldSeries(state, series);
  return { query, held, lines: [], groupOfRun: new Map(), missing, hasDetails: options.hasDetails };
}

function noSeries(): HeldSeries {
  return new HeldSeries({ epoch: '', revision: 0 }, []);
}

export async function fetchSeries(
  source: DataSource,
  { query, urgency, options, signal }: WholeRequest,
): Promise<ReturnType<typeof readSeriesAnswer>> {
  return source.budget.run(urgency, signal, async () =>
    readSeriesAnswer(await source.server.postForColumns(path, seriesBody(query, options), signal), query),
  );
}

async function fetchGroups(source: DataSource, request: WholeRequest): Promise<CardData> {
  const { query, urgency, signal, options } = request;
  const { group } = query;
  // Most cards have none, and the first is drawn without this code.
  const [{ groupBody, readGroupLines }, { groupRuns }] = await Promise.all([
    import('./group_lines'),
    import('./run_groups'),
  ]);
  const groups = group === undefined ? new Map<string, readonly string[]>() : groupRuns(query, group, source.tagsOf);
  const groupOfRun = new Map<string, string>();
  for (const [name, runs] of groups) for (const run of runs) if (!groupOfRun.has(run)) groupOfRun.set(run, name);
  const nothing = { query, groupOfRun, missing: [], hasDetails: false, lines: [] };
  if (group === undefined || groups.size === 0) {
    return { ...nothing, held: noSeries() };
  }
  const single: CardQuery = { ...query, runs: query.runs.filter((run) => groupOfRun.has(run.id)), areAllRuns: false };
  const [answer, runs] = await Promise.all([
    source.budget.run(urgency, signal, () =>
      source.server.postForColumns(`${path}/aggregate`, groupBody(query, group, groups, options.knownX), signal),
    ),
    group.showsRuns
      ? fetchSeries(source, { ...request, query: single, options: { ...options, hasDetails: false } })
      : undefined,
  ]);
  const held = new HeldSeries(readState(answer), runs?.series ?? []);
  return { ...nothing, held, lines: readGroupLines(answer, group), missing: runs?.missing ?? [] };
}

// Where all data of the card lie in x.
export function extentOf(data: CardData): Domain | undefined {
  let min = Infinity;
  let max = -Infinity;
  const take = (x: ArrayLike<number>): void => {
    min = Math.min(min, x[0] ?? Infinity);
    max = Math.max(max, x[x.length - 1] ?? -Infinity);
  };
  for (const { points } of data.held.series) {
    take(points.x.view);
    for (const mark of points.marks) take([mark.x]);
  }
  for (const line of data.lines) take(line.x);
  return min <= max ? { min, max } : undefined;
}
