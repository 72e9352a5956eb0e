// Exact values at one place or in a range, for readouts: reduced curves do not have every point.
import type { ColumnAnswer } from '$api/columns';
import type { Server } from '$api/server';
import type { CardQuery } from './card_query';
import { list, number, object, step, text } from '$api/foreign';
import { numbersOf, stepsOf } from './number_columns';
import { seriesKey } from './series_answer';
import { placeBody, statisticsBody } from './series_request';

export interface ExactPoint {
  readonly x: number;
  readonly step: number | bigint;
  // Seconds since 1970.
  readonly wallTime: number;
  // Smoothed if the query smooths; `raw` is not.
  readonly value: number;
  readonly raw: number;
}

export interface CurvePoint extends ExactPoint {
  // As of the curves of a CardSource.
  readonly key: string;
  readonly runId: string;
  readonly tagId: string;
}

export interface RangeStatistics {
  readonly key: string;
  readonly runId: string;
  readonly tagId: string;
  // Of the points with finite values.
  readonly first: ExactPoint;
  readonly last: ExactPoint;
  readonly lowest: ExactPoint;
  readonly highest: ExactPoint;
}

interface CurveRows {
  readonly key: string;
  readonly runId: string;
  readonly tagId: string;
  readonly rows: readonly ExactPoint[];
  // Values in view that are not finite, apart from the rows.
  readonly marks: readonly ExactPoint[];
}

// The point at `x` of every curve, else the nearest one. Curves without points are left out. Differences to a baseline are not taken.
export async function fetchAt(
  server: Server,
  query: CardQuery,
  x: number,
  signal?: AbortSignal,
): Promise<readonly CurvePoint[]> {
  const answer = await server.postForColumns('api/scalars', placeBody(query, x), signal);
  return readCurves(answer, x).flatMap(({ key, runId, tagId, rows, marks }) => {
    let nearest = marks[0] ?? rows[0];
    for (const row of rows) if (Math.abs(row.x - x) < Math.abs((nearest?.x ?? Infinity) - x)) nearest = row;
    return nearest === undefined ? [] : [{ key, runId, tagId, ...nearest }];
  });
}

// What each curve does between `begin` and `end`, both included. Curves without points there are left out.
export async function fetchRangeStatistics(
  server: Server,
  query: CardQuery,
  begin: number,
  end: number,
  signal?: AbortSignal,
): Promise<readonly RangeStatistics[]> {
  const answer = await server.postForColumns('api/scalars', statisticsBody(query, begin, end), signal);
  return readCurves(answer, begin).flatMap(({ key, runId, tagId, rows }) => {
    const finite = rows.filter((row) => Number.isFinite(row.value));
    const first = finite[0];
    const last = finite[finite.length - 1];
    if (first === undefined || last === undefined) return [];
    const lowest = finite.reduce((best, row) => (row.value < best.value ? row : best));
    const highest = finite.reduce((best, row) => (row.value > best.value ? row : best));
    return [{ key, runId, tagId, first, last, lowest, highest }];
  });
}

// At most a handful of points for each curve, so plain objects do no harm. Marks are at `markX`, where the view is that one place.
function readCurves(answer: ColumnAnswer, markX: number): readonly CurveRows[] {
  return list(answer.head['series'], 'series').map((one) => {
    const series = object(one, 'series');
    const numbers = (name: string): ArrayLike<number> => {
      const column = answer.column(series[name]);
      return column === undefined ? [] : numbersOf(column);
    };
    const runId = text(series['run_id'], 'run_id');
    const tagId = text(series['tag_id'], 'tag_id');
    const stepColumn = answer.column(series['step']);
    const { numbers: steps, exact } =
      stepColumn === undefined ? { numbers: [], exact: undefined } : stepsOf(stepColumn);
    const columns = { x: numbers('x'), wallTime: numbers('wall_time'), value: numbers('value'), raw: numbers('raw') };
    const at = (column: ArrayLike<number>, i: number): number => column[i] ?? Number.NaN;
    const rows = Array.from(columns.x, (x, i): ExactPoint => {
      const value = at(columns.value, i);
      const raw = columns.raw.length === 0 ? value : at(columns.raw, i);
      return { x, step: exact?.[i] ?? at(steps, i), wallTime: at(columns.wallTime, i), value, raw };
    });
    const marks = list(series['non_finite'] ?? [], 'non_finite').map((one): ExactPoint => {
      const mark = object(one, 'non_finite');
      const value = number(mark['value'], 'value');
      const wallTime = number(mark['wall_time'], 'wall_time');
      return { x: markX, step: step(mark['step']) ?? Number.NaN, wallTime, value, raw: value };
    });
    return { key: seriesKey(runId, tagId), runId, tagId, rows, marks };
  });
}
