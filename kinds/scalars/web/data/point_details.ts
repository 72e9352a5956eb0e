// Steps and times of the points that a card shows, for its readout. Together they are as large as the values and few cards are ever read, so
// they are asked for when somebody points at one.
import type { ColumnAnswer } from '$api/columns';
import { list, object, text } from '$api/foreign';
import type { Domain, NumberColumn } from '$charts/line_data';
import { xColumn } from './axis_columns';
import type { DataSource } from './card_data';
import type { CardQuery } from './card_query';
import type { HeldSeries } from './held_series';
import { numbersOf, stepsOf } from './number_columns';
import { seriesKey } from './series_answer';
import type { SeriesPoints } from './series_points';
import { seriesBody } from './series_request';

export interface PointDetails {
  // Past 2^53 as they are.
  readonly steps: NumberColumn | BigInt64Array | undefined;
  // Seconds since 1970.
  readonly wallTimes: NumberColumn | undefined;
}

// Of points that are held: those that change later have none until they are asked for again.
export type DetailsOfPoints = WeakMap<SeriesPoints, PointDetails>;

export interface DetailRequest {
  // The query to which the points are the answer, and what was known of x when it was asked.
  readonly query: CardQuery;
  readonly knownX: Domain | undefined;
  readonly signal: AbortSignal;
}

export async function fetchDetails(
  { server, budget }: DataSource,
  held: HeldSeries,
  { query, knownX, signal }: DetailRequest,
): Promise<DetailsOfPoints> {
  const columns = new Set([xColumn(query.x), 'step', 'wall_time']);
  const body = { ...seriesBody({ ...query, showsSuperseded: false }, { hasDetails: true, knownX }) };
  const ask = (): Promise<ColumnAnswer> =>
    server.postForColumns('api/scalars', { ...body, columns: [...columns] }, signal);
  return matchDetails(await budget.run('seen', signal, ask), query, held);
}

// By the places of the points: the server may know more by now, or have reduced them in another way.
function matchDetails(answer: ColumnAnswer, query: CardQuery, held: HeldSeries): DetailsOfPoints {
  const details: DetailsOfPoints = new WeakMap();
  for (const one of list(answer.head['series'], 'series')) {
    const series = object(one, 'series');
    const key = seriesKey(text(series['run_id'], 'run_id'), text(series['tag_id'], 'tag_id'));
    const points = held.find(key)?.points;
    const x = answer.column(series[xColumn(query.x)]);
    if (points === undefined || x === undefined || !areEqual(numbersOf(x), points.x.view)) continue;
    const steps = answer.column(series['step']);
    const times = answer.column(series['wall_time']);
    const { numbers, exact } = steps === undefined ? { numbers: undefined, exact: undefined } : stepsOf(steps);
    details.set(points, { steps: exact ?? numbers, wallTimes: times && numbersOf(times) });
  }
  return details;
}

function areEqual(a: NumberColumn, b: NumberColumn): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
