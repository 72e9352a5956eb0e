// The points of one curve as they are held: what an answer said, and what later answers added.
import type { NonFiniteMark, NumberColumn } from '$charts/line_data';
import type { GrowingColumn } from './growing_column';
import { bigSteps, thinMarks } from './number_columns';

export interface Superseded {
  readonly x: NumberColumn;
  readonly y: NumberColumn;
}

export interface SeriesPoints {
  // Of the whole series on the server, seen or not.
  readonly total: number;
  // Leading points of the series that the answer took as known.
  readonly kept: number;
  readonly isReduced: boolean;
  // x rises as the points come. Where it does not (another tag, a clock that was set back) they were sorted, and nothing can be added.
  readonly isRising: boolean;
  readonly x: GrowingColumn;
  readonly y: GrowingColumn;
  readonly raw: GrowingColumn | undefined;
  // For the readout, where x does not tell them.
  readonly steps: GrowingColumn | undefined;
  readonly exactSteps: BigInt64Array | undefined;
  readonly wallTimes: GrowingColumn | undefined;
  readonly marks: readonly NonFiniteMark[];
  readonly nonFinite: number;
  readonly supersededCount: number;
  readonly superseded: Superseded | undefined;
  // No point between the first and the last was left out, but for those in `marks`.
  readonly isComplete: boolean;
  // Where x counts from: a wall time for relative time.
  readonly origin: number;
}

// All points of the series are here in their order, so that the place of a point is its number.
function isWhole(points: SeriesPoints): boolean {
  return !points.isReduced && points.isRising && points.x.view.length === points.total;
}

// What is held once `part` has come. `base` are the points of the last answer that was not a part: the server may refer to them as well as
// to `held`. undefined: they cannot be put together, ask for everything.
export function extendPoints(base: SeriesPoints, held: SeriesPoints, part: SeriesPoints): SeriesPoints | undefined {
  if (part.kept === 0) return part;
  if (!part.isRising) return undefined;
  if (part.kept === held.total && held.isRising) return join(held, held.x.view.length, part);
  if (part.kept === base.total && base.isRising) return join(base, base.x.view.length, part);
  return isWhole(held) && part.kept < held.total ? join(held, part.kept, part) : undefined;
}

function join(held: SeriesPoints, length: number, part: SeriesPoints): SeriesPoints | undefined {
  const more = part.x.view.length;
  if (more === 0 && length === held.x.view.length && part.marks.length === 0) {
    return { ...held, total: part.total, supersededCount: part.supersededCount, superseded: part.superseded };
  }
  // A point before the last one would turn the line back.
  if (more > 0 && length > 0 && !((part.x.view[0] ?? 0) >= (held.x.view[length - 1] ?? 0))) return undefined;
  const column = (old: GrowingColumn | undefined, fresh: GrowingColumn | undefined): GrowingColumn | undefined =>
    old === undefined || fresh === undefined ? undefined : old.append(length, fresh.view);
  const isCut = length < held.x.view.length;
  const cutAt = held.x.view[length] ?? Infinity;
  const marks = isCut ? held.marks.filter((mark) => mark.x < cutAt) : held.marks;
  const nonFinite = isCut ? marks.reduce((sum, mark) => sum + mark.count, 0) : held.nonFinite;
  return {
    ...part,
    kept: held.kept,
    isReduced: held.isReduced || part.isReduced,
    isComplete: held.isComplete && part.isComplete,
    x: held.x.append(length, part.x.view),
    y: held.y.append(length, part.y.view),
    raw: column(held.raw, part.raw),
    steps: column(held.steps, part.steps),
    exactSteps: joinSteps(held, length, part),
    wallTimes: column(held.wallTimes, part.wallTimes),
    marks: part.marks.length === 0 ? marks : thinMarks([...marks, ...part.marks]),
    nonFinite: nonFinite + part.nonFinite,
  };
}

function joinSteps(held: SeriesPoints, length: number, part: SeriesPoints): BigInt64Array | undefined {
  if (held.exactSteps === undefined && part.exactSteps === undefined) return undefined;
  const exact = (one: SeriesPoints): BigInt64Array => one.exactSteps ?? bigSteps((one.steps ?? one.x).view);
  const steps = new BigInt64Array(length + part.x.view.length);
  steps.set(exact(held).subarray(0, length));
  steps.set(exact(part), length);
  return steps;
}

// Memory that these points keep alive: whole answers, of which columns are views.
export function buffersOf(points: SeriesPoints, add: (buffer: ArrayBufferLike) => void): void {
  for (const column of [points.x, points.y, points.raw, points.steps, points.wallTimes]) {
    if (column !== undefined) add(column.view.buffer);
  }
}
