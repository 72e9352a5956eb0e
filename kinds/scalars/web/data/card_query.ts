// What a card shows: everything that decides its data, and nothing that only decides its looks.
import type { Run } from '$api/core';
import type { Domain, ScaleKind, Side } from '$charts/line_data';

// The values of another tag are the x of all points.
export interface TagAxis {
  readonly tag: string; // its id
  // Links know only the id; the name is added where the tags are known, since requests name this axis by it.
  readonly name?: string | undefined;
}

export type XAxis = 'step' | 'relative_step' | 'wall' | 'relative' | 'active' | 'ordinal' | TagAxis;

export type Smoothing =
  | { readonly kind: 'none' }
  | { readonly kind: 'ema'; readonly weight: number }
  | { readonly kind: 'mean'; readonly window: number }
  | { readonly kind: 'gaussian'; readonly sigma: number };

export interface GroupBy {
  // By a part of the runs' names, or by a tag that users gave to runs.
  readonly by: 'regex' | 'tag';
  // A regular expression with one part in parentheses. By tag: which tags count, '' for all.
  readonly pattern: string;
  readonly line: 'mean' | 'median';
  readonly band: 'none' | 'std' | 'stderr' | 'min-max' | 'quantiles';
  readonly showsRuns: boolean;
}

export interface CardTag {
  readonly id: string;
  readonly name: string;
  readonly side: Side;
}

export interface CardQuery {
  readonly tags: readonly CardTag[];
  readonly x: XAxis;
  readonly xKind: ScaleKind;
  // Of the left axis and of the right one.
  readonly yKind: ScaleKind;
  // What is seen of x; undefined: all.
  readonly range: Domain | undefined;
  // Of the plot, in device pixels.
  readonly width: number;
  readonly smoothing: Smoothing;
  readonly runs: readonly Run[];
  // Then requests need not name them, and runs that appear later are shown by themselves.
  readonly areAllRuns: boolean;
  readonly showsSuperseded: boolean;
  readonly group: GroupBy | undefined;
  // Id of a run: all others are shown as their difference to it.
  readonly baseline: string | undefined;
}

// Whether both show the same curves over the same kind of x, so that those of one may stand while those of the other are awaited.
export function isSamePicture(a: CardQuery, b: CardQuery): boolean {
  return sameTags(a.tags, b.tags) && sameAxis(a.x, b.x) && sameGroup(a.group, b.group) && a.baseline === b.baseline;
}

// Whether the data of `a` are those of `b`, but for range, width and single runs.
export function isSameData(a: CardQuery, b: CardQuery): boolean {
  return (
    isSamePicture(a, b) &&
    (a.group === undefined || sameRuns(a, b)) &&
    a.xKind === b.xKind &&
    a.yKind === b.yKind &&
    a.showsSuperseded === b.showsSuperseded &&
    sameSmoothing(a.smoothing, b.smoothing)
  );
}

// Whether data of `held` are all that `wanted` needs. More runs than wanted do no harm: they are hidden by their style.
export function isCovered(held: CardQuery, wanted: CardQuery): boolean {
  return isSameData(held, wanted) && held.width === wanted.width && sameRange(held, wanted) && hasRunsOf(held, wanted);
}

function hasRunsOf(held: CardQuery, wanted: CardQuery): boolean {
  if (held.runs === wanted.runs && held.areAllRuns === wanted.areAllRuns) return true;
  if (held.areAllRuns) return true;
  if (wanted.areAllRuns) return false;
  const ids = new Set(held.runs.map((run) => run.id));
  return wanted.runs.every((run) => ids.has(run.id));
}

// No run or no tag is chosen: the server refuses to answer for empty lists.
export function choosesNothing(query: CardQuery): boolean {
  return query.tags.length === 0 || (query.runs.length === 0 && !query.areAllRuns);
}

function sameRange(a: CardQuery, b: CardQuery): boolean {
  return a.range === b.range || (a.range?.min === b.range?.min && a.range?.max === b.range?.max);
}

function sameTags(a: readonly CardTag[], b: readonly CardTag[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((tag, i) => tag.id === b[i]?.id && tag.side === b[i].side);
}

function sameAxis(a: XAxis, b: XAxis): boolean {
  return typeof a === 'object' && typeof b === 'object' ? a.tag === b.tag && a.name === b.name : a === b;
}

function sameRuns(a: CardQuery, b: CardQuery): boolean {
  if (a.runs === b.runs) return true;
  return a.runs.length === b.runs.length && a.runs.every((run, i) => run.id === b.runs[i]?.id);
}

function sameGroup(a: GroupBy | undefined, b: GroupBy | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const isSameChoice = a.by === b.by && a.pattern === b.pattern && a.line === b.line;
  return isSameChoice && a.band === b.band && a.showsRuns === b.showsRuns;
}

function sameSmoothing(a: Smoothing, b: Smoothing): boolean {
  switch (a.kind) {
    case 'none':
      return b.kind === 'none';
    case 'ema':
      return b.kind === 'ema' && a.weight === b.weight;
    case 'mean':
      return b.kind === 'mean' && a.window === b.window;
    case 'gaussian':
      return b.kind === 'gaussian' && a.sigma === b.sigma;
  }
}

// The line of a group is made over steps, whatever else the cards show. A range of another axis has no meaning there.
export function overSteps(query: CardQuery): CardQuery {
  const xKind = query.xKind === 'time' ? 'linear' : query.xKind;
  const x = groupAxis(query.x);
  return { ...query, x, xKind, range: query.x === x ? query.range : undefined };
}

export function groupAxis(x: XAxis): 'step' | 'relative_step' {
  return x === 'relative_step' ? x : 'step';
}
