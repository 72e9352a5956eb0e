// Values that a logarithmic axis has no place for: zero and what lies below it.
import type { Server } from '$api/server';
import type { Domain, LineSeries } from '$charts/line_data';
import type { CardQuery } from './data/card_query';
import { fetchRangeStatistics } from './data/exact_values';

export interface Unplaced {
  readonly count: number;
  // Otherwise there are at least so many.
  readonly isExact: boolean;
}

export const allPlaced: Unplaced = { count: 0, isExact: true };

// Beyond all steps and times; a range that is open has no numbers for the server.
const farthest = 1e300;

// Of the points that are here, values as they were logged.
export function unplacedIn(
  series: readonly LineSeries[],
  isShown: (key: string) => boolean,
  seen: Domain | undefined,
): number {
  let count = 0;
  for (const { key, x, y, raw, isBackground } of series) {
    if (isBackground || !isShown(key)) continue;
    const values = raw ?? y;
    for (let i = 0; i < values.length; i += 1) {
      const at = x[i] ?? Number.NaN;
      if ((values[i] ?? Number.NaN) <= 0 && (seen === undefined || (at >= seen.min && at <= seen.max))) count += 1;
    }
  }
  return count;
}

// Asks for the lowest value of every curve in view.
export async function askUnplacedValues(
  server: Server,
  query: CardQuery,
  isShown: (runId: string) => boolean,
  seen: Domain | undefined,
  signal: AbortSignal,
): Promise<Unplaced> {
  const { min, max } = seen ?? { min: -farthest, max: farthest };
  const curves = await fetchRangeStatistics(server, unsmoothed(query), min, max, signal);
  const count = curves.filter(({ runId, lowest }) => isShown(runId) && lowest.value <= 0).length;
  return { count, isExact: count === 0 };
}

// Asks for what lies at zero or before it in x.
export async function askUnplacedPoints(
  server: Server,
  query: CardQuery,
  isShown: (runId: string) => boolean,
  signal: AbortSignal,
): Promise<Unplaced> {
  const curves = await fetchRangeStatistics(server, unsmoothed(query), -farthest, 0, signal);
  const shown = curves.filter(({ runId }) => isShown(runId));
  // Steps of a run differ: from a point to itself there is only one.
  return { count: shown.length, isExact: shown.every(({ first, last }) => first.step === last.step) };
}

export function together(a: Unplaced, b: Unplaced): Unplaced {
  return { count: a.count + b.count, isExact: a.isExact && b.isExact };
}

// What was logged counts, and is found without smoothing all of it first.
function unsmoothed(query: CardQuery): CardQuery {
  return { ...query, smoothing: { kind: 'none' } };
}
