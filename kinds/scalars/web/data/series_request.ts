// The bodies of requests for the points of a card.
import { symlogConstantFor } from '$charts/chart_zoom';
import { drawableDomain } from '$charts/scale';
import type { Domain } from '$charts/line_data';
import { columnsFor, isWholeAxis, pointsPerColumn } from './axis_columns';
import type { CardQuery, Smoothing, XAxis } from './card_query';

// A state of the server's data.
export interface DataState {
  readonly epoch: string;
  readonly revision: number;
}

export interface RequestOptions {
  // Steps and times for the readout as well.
  readonly hasDetails: boolean;
  // Where x lies, from an earlier answer: without it, some axes can only be cut into even pixels.
  readonly knownX: Domain | undefined;
  // Only what is new since then, of these runs.
  readonly since?: { readonly state: DataState; readonly runs: readonly string[] | undefined };
}

type Body = Readonly<Record<string, unknown>>;

const mostWidth = 16_384;
// All curves together, when they are subtracted from each other and therefore wanted in full.
const mostBaselinePoints = 2_000_000;

export function seriesBody(query: CardQuery, options: RequestOptions): Body {
  const { since } = options;
  const scale = scalePart(query, options.knownX);
  return {
    ...selectionPart(query, since?.runs),
    ...axisPart(query.x),
    ...rangePart(query, scale.begin),
    width: requestWidth(query, scale.widthFactor ?? 1),
    neighbours: true,
    ...scale.members,
    // Subtraction comes before the logarithm.
    ...(query.yKind === 'log' && query.baseline === undefined && { positive_only: true }),
    ...smoothingPart(query.smoothing),
    ...(query.showsSuperseded && hasSupersededPlaces(query.x) && { superseded: true }),
    columns: columnsFor(query, options.hasDetails),
    ...(since && { since: since.state }),
  };
}

// The number of a point and the time its job was active are told of visible points only.
function hasSupersededPlaces(x: XAxis): boolean {
  return x !== 'ordinal' && x !== 'active';
}

// Where all data lie in x, and nothing else.
export function extentBody(query: CardQuery): Body {
  return { ...selectionPart(query, undefined), ...axisPart(query.x), width: 1, columns: [] };
}

// The points nearest to `x` on both sides, and at it.
export function placeBody(query: CardQuery, x: number): Body {
  return {
    ...selectionPart(query, undefined),
    ...axisPart(query.x),
    range: { begin: x, end: x },
    width: 1,
    neighbours: true,
    ...smoothingPart(query.smoothing),
    columns: exactColumns(query),
  };
}

// In one pixel column: the first, last, lowest and highest point, exactly.
export function statisticsBody(query: CardQuery, begin: number, end: number): Body {
  return {
    ...selectionPart(query, undefined),
    ...axisPart(query.x),
    range: { begin: Math.min(begin, end), end: Math.max(begin, end) },
    width: 1,
    ...smoothingPart(query.smoothing),
    columns: exactColumns(query),
  };
}

function exactColumns(query: CardQuery): readonly string[] {
  return [...new Set([...columnsFor({ ...query, baseline: undefined, showsSuperseded: false }, true), 'x'])];
}

// Runs that a request names: the chosen ones, and the one they are compared with.
export function selectionPart(query: CardQuery, only: readonly string[] | undefined): Body {
  const tags = query.tags.map(({ id }) => ({ id }));
  if (only === undefined && query.areAllRuns) return { selection: { tags } };
  const ids = new Set(only ?? query.runs.map((run) => run.id));
  if (query.baseline !== undefined) ids.add(query.baseline);
  return { selection: { tags, runs: [...ids].map((id) => ({ id })) } };
}

function axisPart(x: XAxis): Body {
  if (typeof x === 'string') return { x };
  return { x: { tag: x.name ?? { id: x.tag } } };
}

export function smoothingPart(smoothing: Smoothing): Body {
  return smoothing.kind === 'none' ? {} : { smoothing };
}

function requestWidth(query: CardQuery, factor: number): number {
  const width = Math.min(mostWidth, Math.max(1, Math.round(query.width * factor)));
  if (query.baseline === undefined) return width;
  const series = Math.max(1, (query.runs.length + 1) * query.tags.length);
  const affordable = Math.floor(mostBaselinePoints / pointsPerColumn / series);
  return Math.min(mostWidth, Math.max(width, affordable));
}

interface ScalePart {
  readonly members: Body;
  // Where the view must begin on this scale.
  readonly begin?: number;
  // So many columns to a pixel.
  readonly widthFactor?: number;
}

// How x is divided into pixels. Even pixels are right for linear axes, and a beginning where more is not known yet.
export function scalePart(query: CardQuery, knownX: Domain | undefined): ScalePart {
  const { range } = query;
  if (query.xKind === 'symlog') {
    const seen = range ?? knownX;
    return { members: seen ? { x_scale: 'symlog', symlog_constant: symlogConstantFor(seen) } : {} };
  }
  if (query.xKind !== 'log') return { members: {} };
  if (range === undefined && isWholeAxis(query.x)) return { members: { log_x: true } };
  const seen = range ?? knownX;
  if (seen === undefined || seen.max <= 0) return { members: {} };
  const { min } = drawableDomain({ kind: 'log', domain: seen, symlogConstant: 1 });
  // Relative time begins at 0, which has no place here: then the view begins some decades earlier than the first point it will show, and
  // finer columns make up for it.
  return { members: { log_x: true }, begin: min, ...(range === undefined && seen.min <= 0 && { widthFactor: 2 }) };
}

// Whether knowing where x lies would have made the answer a better one.
export function lacksKnownX(query: CardQuery, knownX: Domain | undefined): boolean {
  if (query.range !== undefined || knownX !== undefined) return false;
  return query.xKind === 'symlog' || (query.xKind === 'log' && !isWholeAxis(query.x));
}

export function rangePart(query: CardQuery, begin: number | undefined): Body {
  const { range } = query;
  if (range === undefined) return begin === undefined ? {} : { range: { begin } };
  return { range: { begin: begin ?? range.min, end: range.max } };
}
