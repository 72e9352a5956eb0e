// What pinned readouts tell of curves: their values, or with a baseline the differences to it, by the rule that the chart has.
import type { Server } from '$api/server';
import type { Domain } from '$charts/line_data';
import { differenceTo } from './data/baseline_difference';
import type { CardQuery } from './data/card_query';
import { fetchAt, fetchRangeStatistics, type CurvePoint, type RangeStatistics } from './data/exact_values';
import { LineMaker } from './data/line_maker';
import { readSeriesAnswer, type RunSeries } from './data/series_answer';
import type { SeriesPoints } from './data/series_points';
import { seriesBody } from './data/series_request';

interface Height {
  readonly value: number;
}

// As RangeStatistics, of differences.
export interface CurveChange {
  readonly key: string;
  readonly runId: string;
  readonly first: Height;
  readonly last: Height;
  readonly lowest: Height;
  readonly highest: Height;
}

// The point of every curve that is nearest to `x`. Curves that the baseline run has not are left out, as in the chart.
export async function valuesAt(
  server: Server,
  query: CardQuery,
  x: number,
  signal: AbortSignal,
): Promise<{ readonly points: readonly CurvePoint[]; readonly isExact: boolean }> {
  const points = await fetchAt(server, query, x, signal);
  if (query.baseline === undefined || points.length === 0) return { points, isExact: true };
  const places = points.map((point) => point.x);
  // Between the first and the last of these points, the baseline alone.
  const range = { min: Math.min(...places), max: Math.max(...places) };
  const series = await fetchCurves(server, { ...query, runs: [], areAllRuns: false }, range, signal);
  const byTag = new Map(series.map((one) => [one.tagId, one.points]));
  return {
    points: points.flatMap((point) => {
      const other = byTag.get(point.tagId);
      return other === undefined ? [] : [differing(point, other)];
    }),
    isExact: series.every((one) => one.points.isComplete),
  };
}

function differing(point: CurvePoint, other: SeriesPoints): CurvePoint {
  // A value that is not finite stands apart from the line, which would otherwise go on across it.
  const isGap = other.marks.some((mark) => mark.x === point.x);
  const minus = (value: number, line: SeriesPoints['y']): number => {
    if (isGap) return Number.NaN;
    const [difference] = differenceTo(Float64Array.of(point.x), Float64Array.of(value), other.x.view, line.view);
    return difference ?? Number.NaN;
  };
  return { ...point, value: minus(point.value, other.y), raw: minus(point.raw, other.raw ?? other.y) };
}

// What every curve does between `begin` and `end`, both included.
export async function changesIn(
  server: Server,
  query: CardQuery,
  begin: number,
  end: number,
  signal: AbortSignal,
): Promise<{ readonly changes: readonly (RangeStatistics | CurveChange)[]; readonly isExact: boolean }> {
  if (query.baseline === undefined) {
    return { changes: await fetchRangeStatistics(server, query, begin, end, signal), isExact: true };
  }
  const series = await fetchCurves(server, query, { min: begin, max: end }, signal);
  const lines = new LineMaker({ ...query, group: undefined }, (_, name) => name).lines(series);
  return {
    changes: lines.flatMap(({ key, x, y }) => {
      const seen = Array.from(y).filter((value, i) => Number.isFinite(value) && isWithin(x[i], begin, end));
      const first = seen[0];
      const last = seen.at(-1);
      if (first === undefined || last === undefined) return [];
      const lowest = seen.reduce((low, value) => Math.min(low, value), first);
      const highest = seen.reduce((high, value) => Math.max(high, value), first);
      return [
        {
          key,
          runId: key.slice(0, key.indexOf('/')),
          first: { value: first },
          last: { value: last },
          lowest: { value: lowest },
          highest: { value: highest },
        },
      ];
    }),
    isExact: series.every((one) => one.points.isComplete),
  };
}

function isWithin(x: number | undefined, begin: number, end: number): boolean {
  return x !== undefined && x >= begin && x <= end;
}

// All points in the range as far as the server sends so many, and those beside it, through which lines enter and leave.
async function fetchCurves(
  server: Server,
  query: CardQuery,
  range: Domain,
  signal: AbortSignal,
): Promise<readonly RunSeries[]> {
  const whole: CardQuery = {
    ...query,
    range,
    xKind: query.xKind === 'time' ? 'time' : 'linear',
    group: undefined,
    showsSuperseded: false,
  };
  const body = seriesBody(whole, { hasDetails: false, knownX: undefined });
  return readSeriesAnswer(await server.postForColumns('api/scalars', body, signal), whole).series;
}
