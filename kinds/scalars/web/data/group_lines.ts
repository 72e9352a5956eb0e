// Groups of runs as one line each, with a band: POST /api/scalars/aggregate. Always over steps, or steps since the first.
import type { ColumnAnswer } from '$api/columns';
import { FormatError, list, number, object, text } from '$api/foreign';
import type { Band, Domain, NumberColumn } from '$charts/line_data';
import type { CardQuery, GroupBy } from './card_query';
import { numbersOf, stepsOf } from './number_columns';
import { rangePart, scalePart, smoothingPart } from './series_request';

export interface GroupLine {
  readonly key: string;
  readonly group: string;
  readonly tagId: string;
  readonly runs: number;
  readonly x: NumberColumn;
  readonly exactSteps: BigInt64Array | undefined;
  readonly y: NumberColumn;
  readonly band: Band | undefined;
  readonly nonFinite: number;
}

type Body = Readonly<Record<string, unknown>>;

const lowQuantile = 0.25;
const highQuantile = 0.75;

// What a band is made of.
const bandOutputs: Readonly<Record<GroupBy['band'], readonly string[]>> = {
  none: [],
  std: ['std'],
  stderr: ['stderr'],
  'min-max': ['min', 'max'],
  quantiles: [],
};

export function groupKey(group: string, tagId: string): string {
  return `group:${group}/${tagId}`;
}

export function groupBody(
  query: CardQuery,
  group: GroupBy,
  groups: ReadonlyMap<string, readonly string[]>,
  knownX: Domain | undefined,
): Body {
  const scale = scalePart(query, knownX);
  return {
    groups: [...groups].map(([name, runs]) => ({ name, runs: runs.map((id) => ({ id })) })),
    tags: query.tags.map(({ id }) => ({ id })),
    ...(query.x === 'relative_step' && { x: query.x }),
    ...smoothingPart(query.smoothing),
    align: 'interpolate',
    line: group.line,
    outputs: [group.line, ...bandOutputs[group.band]],
    ...(group.band === 'quantiles' && { quantiles: [lowQuantile, highQuantile] }),
    ...rangePart(query, scale.begin),
    width: Math.max(1, Math.round(query.width)),
    ...scale.members,
  };
}

export function readGroupLines(answer: ColumnAnswer, group: GroupBy): readonly GroupLine[] {
  return list(answer.head['lines'], 'lines').map((one) => {
    const line = object(one, 'line');
    const column = (member: unknown, name: string): NumberColumn => {
      const found = answer.column(member);
      if (found === undefined) throw new FormatError(`${name}: missing`);
      return numbersOf(found);
    };
    const steps = answer.column(line['step']);
    if (steps === undefined) throw new FormatError('step: missing');
    const { numbers, exact } = stepsOf(steps);
    const y = column(line[group.line], group.line);
    const name = text(line['group'], 'group');
    const tagId = text(line['tag_id'], 'tag_id');
    return {
      key: groupKey(name, tagId),
      group: name,
      tagId,
      runs: number(line['runs'], 'runs'),
      x: numbers,
      exactSteps: exact,
      y,
      band: bandOf(group.band, y, (member) => column(line[member], member), line['quantiles'], column),
      nonFinite: number(line['non_finite'], 'non_finite'),
    };
  });
}

function bandOf(
  kind: GroupBy['band'],
  y: NumberColumn,
  output: (name: string) => NumberColumn,
  quantiles: unknown,
  column: (member: unknown, name: string) => NumberColumn,
): Band | undefined {
  switch (kind) {
    case 'none':
      return undefined;
    case 'min-max':
      return { low: output('min'), high: output('max') };
    case 'quantiles': {
      const [low, high] = list(quantiles, 'quantiles').map((one) =>
        column(object(one, 'quantile')['value'], 'quantile'),
      );
      if (low === undefined || high === undefined) throw new FormatError('quantiles: missing');
      return { low, high };
    }
    default:
      return around(y, output(kind));
  }
}

// A single run has no deviation: there the band is as thin as the line.
function around(y: NumberColumn, deviation: NumberColumn): Band {
  const spread = (sign: 1 | -1): Float64Array =>
    Float64Array.from(y, (value, i) => {
      const by = deviation[i] ?? 0;
      return value + (Number.isNaN(by) ? 0 : sign * by);
    });
  return { low: spread(-1), high: spread(1) };
}
