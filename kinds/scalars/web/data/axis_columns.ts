// Which columns of an answer hold x, and which the readout needs besides. Small answers first: a column that x already tells is not asked
// for twice.
import type { CardQuery, XAxis } from './card_query';

export type ColumnName = 'step' | 'wall_time' | 'value' | 'raw' | 'index' | 'x';

// Up to so many points in all the readout has steps and times at hand; beyond, it asks for those under the cursor.
const detailedPoints = 20_000;
// First, last, lowest and highest of a pixel column.
export const pointsPerColumn = 4;

export function xColumn(x: XAxis): ColumnName {
  if (x === 'step') return 'step';
  return x === 'wall' ? 'wall_time' : 'x';
}

// Steps and numbers of points: their log axis begins at 1 by itself.
export function isWholeAxis(x: XAxis): boolean {
  return x === 'step' || x === 'relative_step' || x === 'ordinal';
}

// Whether the points that will come are so few that steps and times of all are cheap. Before the first answer each series is taken to be as
// long as the mean of its run.
export function areDetailsCheap(query: CardQuery, pointsSeen: number | undefined): boolean {
  if (pointsSeen !== undefined) return pointsSeen <= detailedPoints;
  // All runs, and the list of them has not come yet.
  if (query.areAllRuns && query.runs.length === 0) return false;
  let points = 0;
  for (const run of query.runs) {
    const mean = run.points / Math.max(1, run.kinds.get('scalars') ?? 1);
    points += Math.min(mean, query.width * pointsPerColumn) * query.tags.length;
    if (points > detailedPoints) return false;
  }
  return true;
}

export function columnsFor(query: CardQuery, hasDetails: boolean): readonly ColumnName[] {
  const columns = new Set<ColumnName>([xColumn(query.x), 'value']);
  if (query.smoothing.kind !== 'none') columns.add('raw');
  if (hasDetails) columns.add('step').add('wall_time');
  // Where branches of a restart begin is seen by their steps.
  if (query.showsSuperseded) columns.add('step');
  // Whether a difference is exact is seen by the numbers of the points.
  if (query.baseline !== undefined) columns.add('index');
  return [...columns];
}
