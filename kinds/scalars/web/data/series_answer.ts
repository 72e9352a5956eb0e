// Answers of POST /api/scalars as points. Columns are used as they lie in the answer wherever they can be.
import type { Column, ColumnAnswer } from '$api/columns';
import { flag, FormatError, list, number, object, optionalNumber, optionalText, step, text } from '$api/foreign';
import type { Domain, NonFiniteMark, NumberColumn } from '$charts/line_data';
import { xColumn } from './axis_columns';
import type { CardQuery, XAxis } from './card_query';
import { GrowingColumn } from './growing_column';
import { findNonFinite, marksAt, nonFiniteKind, numbersOf, stepsOf, timesOf } from './number_columns';
import type { SeriesPoints, Superseded } from './series_points';
import type { DataState } from './series_request';

export interface RunSeries {
  readonly key: string;
  readonly runId: string;
  readonly runName: string;
  readonly tagId: string;
  readonly points: SeriesPoints;
}

// Ids of a run or a tag, or of both where they are not there together.
export interface Missing {
  readonly runId: string | undefined;
  readonly tagId: string | undefined;
}

export interface SeriesAnswer {
  readonly state: DataState;
  readonly series: readonly RunSeries[];
  // What was asked for by name and is not there.
  readonly missing: readonly Missing[];
}

type Member = Readonly<Record<string, unknown>>;

export function seriesKey(runId: string, tagId: string): string {
  return `${runId}/${tagId}`;
}

export function readState(answer: ColumnAnswer): DataState {
  return { epoch: text(answer.head['epoch'], 'epoch'), revision: number(answer.head['revision'], 'revision') };
}

export function readSeriesAnswer(answer: ColumnAnswer, query: CardQuery): SeriesAnswer {
  const reader = new SeriesReader(answer, query);
  return {
    state: readState(answer),
    series: list(answer.head['series'], 'series').map((one) => reader.read(one)),
    missing: readMissing(answer.head['missing']),
  };
}

// Where the data of an answer to extentBody() lie.
export function readExtent(answer: ColumnAnswer): Domain | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (const one of list(answer.head['series'], 'series')) {
    const series = object(one, 'series');
    min = Math.min(min, optionalNumber(series['x_begin']) ?? Infinity);
    max = Math.max(max, optionalNumber(series['x_end']) ?? -Infinity);
  }
  return min <= max ? { min, max } : undefined;
}

export function readMissing(value: unknown): readonly Missing[] {
  return list(value ?? [], 'missing').map((one) => {
    const missing = object(one, 'missing');
    return { runId: optionalText(missing['run_id']), tagId: optionalText(missing['tag_id']) };
  });
}

class SeriesReader {
  readonly #answer: ColumnAnswer;
  readonly #x: XAxis;
  readonly #xName: string;
  // Runs of one experiment often have the same steps, which the server sends once: then they share one view here too.
  #lastAt: unknown;
  #lastCount: unknown;
  #lastX: Column | undefined;

  constructor(answer: ColumnAnswer, query: CardQuery) {
    this.#answer = answer;
    this.#x = query.x;
    this.#xName = xColumn(query.x);
  }

  read(value: unknown): RunSeries {
    const series = object(value, 'series');
    const runId = text(series['run_id'], 'run_id');
    const tagId = text(series['tag_id'], 'tag_id');
    return {
      key: seriesKey(runId, tagId),
      runId,
      runName: text(series['run'], 'run'),
      tagId,
      points: this.#points(series),
    };
  }

  #points(series: Member): SeriesPoints {
    const x = stepsOf(this.#xOf(series));
    const values = numbersOf(this.#needed(series, 'value'));
    const raw = this.#optional(series, 'raw');
    const steps = this.#x === 'step' ? undefined : this.#optional(series, 'step');
    const otherSteps = steps === undefined ? undefined : stepsOf(steps);
    const times = this.#x === 'wall' ? undefined : this.#optional(series, 'wall_time');
    const isReduced = flag(series['reduced']);
    const finite = isReduced ? { values, places: [] } : findNonFinite(values);
    const told = isReduced ? this.#marks(series) : undefined;
    const points: SeriesPoints = {
      total: number(series['points'], 'points'),
      kept: number(series['kept'], 'kept'),
      isReduced,
      isRising: true,
      x: new GrowingColumn(x.numbers),
      y: new GrowingColumn(finite.values),
      raw: raw && new GrowingColumn(findNonFinite(numbersOf(raw)).values),
      steps: otherSteps && new GrowingColumn(otherSteps.numbers),
      exactSteps: this.#x === 'step' ? x.exact : otherSteps?.exact,
      wallTimes: times && new GrowingColumn(timesOf(times)),
      marks: told?.marks ?? marksAt(x.numbers, values, finite.places),
      nonFinite: told?.count ?? finite.places.length,
      supersededCount: number(series['superseded'], 'superseded'),
      superseded: this.#superseded(series),
      isComplete: !isReduced || this.#isComplete(series, told?.count ?? 0),
      origin: number(series['x_origin'], 'x_origin'),
    };
    return this.#x === 'step' || this.#x === 'ordinal' || rises(x.numbers) ? points : sortedByX(points);
  }

  #xOf(series: Member): Column {
    const reference = object(series[this.#xName], this.#xName);
    if (this.#lastX === undefined || reference['at'] !== this.#lastAt || reference['count'] !== this.#lastCount) {
      this.#lastX = this.#needed(series, this.#xName);
      this.#lastAt = reference['at'];
      this.#lastCount = reference['count'];
    }
    return this.#lastX;
  }

  #optional(series: Member, name: string): Column | undefined {
    return this.#answer.column(series[name]);
  }

  #needed(series: Member, name: string): Column {
    const column = this.#optional(series, name);
    if (column === undefined) throw new FormatError(`${name}: missing`);
    return column;
  }

  #isComplete(series: Member, nonFinite: number): boolean {
    const column = this.#optional(series, 'index');
    if (column === undefined) return false;
    const { numbers } = stepsOf(column);
    return (numbers[numbers.length - 1] ?? 0) - (numbers[0] ?? 0) + 1 <= numbers.length + nonFinite;
  }

  #marks(series: Member): { readonly marks: readonly NonFiniteMark[]; readonly count: number } {
    const marks: NonFiniteMark[] = [];
    let sum = 0;
    const origin = number(series['x_origin'], 'x_origin');
    for (const one of list(series['non_finite'] ?? [], 'non_finite')) {
      const mark = object(one, 'non_finite');
      const count = number(mark['count'], 'count');
      sum += count;
      const x = this.#markX(mark, origin);
      if (x !== undefined) marks.push({ x, kind: nonFiniteKind(number(mark['value'], 'value')), count });
    }
    return { marks, count: sum };
  }

  #markX(mark: Member, origin: number): number | undefined {
    switch (this.#x) {
      case 'step':
        return Number(step(mark['step']));
      case 'relative_step':
        return Number(step(mark['step'])) - origin;
      case 'wall':
        return number(mark['wall_time'], 'wall_time');
      case 'relative':
        return number(mark['wall_time'], 'wall_time') - origin;
      case 'ordinal':
        return number(mark['index'], 'index');
      default:
        return optionalNumber(mark['x']);
    }
  }

  #superseded(series: Member): Superseded | undefined {
    const x = this.#optional(series, `superseded_${this.#xName}`);
    const y = this.#optional(series, 'superseded_value');
    if (x === undefined || y === undefined || x.length === 0) return undefined;
    const steps = numbersOf(this.#optional(series, 'superseded_step') ?? x);
    return withBreaks(numbersOf(x), numbersOf(y), steps);
  }
}

function rises(x: NumberColumn): boolean {
  for (let i = 1; i < x.length; i += 1) if (!((x[i] ?? 0) >= (x[i - 1] ?? 0))) return false;
  return x.length === 0 || !Number.isNaN(x[0]);
}

// Points without a place are left out, the others sorted: a chart finds points by halving.
function sortedByX(points: SeriesPoints): SeriesPoints {
  const x = points.x.view;
  const order = Array.from(x.keys()).filter((i) => !Number.isNaN(x[i]));
  order.sort((a, b) => (x[a] ?? 0) - (x[b] ?? 0));
  const pick = (column: GrowingColumn): GrowingColumn =>
    new GrowingColumn(Float64Array.from(order, (i) => column.view[i] ?? Number.NaN));
  return {
    ...points,
    isRising: false,
    x: pick(points.x),
    y: pick(points.y),
    raw: points.raw && pick(points.raw),
    steps: points.steps && pick(points.steps),
    exactSteps: points.exactSteps && BigInt64Array.from(order, (i) => points.exactSteps?.[i] ?? 0n),
    wallTimes: points.wallTimes && pick(points.wallTimes),
    marks: points.marks.filter((mark) => !Number.isNaN(mark.x)),
  };
}

// Each branch begins at a step that is not above the one before.
function withBreaks(x: NumberColumn, y: NumberColumn, steps: NumberColumn): Superseded {
  let breaks = 0;
  const isBreak = (i: number): boolean => i > 0 && !((steps[i] ?? 0) > (steps[i - 1] ?? 0));
  for (let i = 1; i < steps.length; i += 1) if (isBreak(i)) breaks += 1;
  if (breaks === 0) return { x, y };
  const brokenX = new Float64Array(x.length + breaks);
  const brokenY = new Float64Array(x.length + breaks);
  let at = 0;
  for (let i = 0; i < x.length; i += 1) {
    if (isBreak(i)) {
      brokenX[at] = x[i] ?? 0;
      brokenY[at] = Number.NaN;
      at += 1;
    }
    brokenX[at] = x[i] ?? 0;
    brokenY[at] = y[i] ?? Number.NaN;
    at += 1;
  }
  return { x: brokenX, y: brokenY };
}
