// Answers of POST /api/<kind>/steps: which steps a series has, and what is known of the value at each. The values stay on the server.
import type { Column, ColumnAnswer } from '$api/columns';
import { FormatError, list, number, object, optionalText, text } from '$api/foreign';
import type { ValueRef } from './media_url';
import { StepColumn } from './step_column';

// The same for all points, or one for each.
type Fact = number | Column;

interface StepSeriesParts {
  readonly runId: string;
  readonly runName: string;
  readonly tagId: string;
  readonly tagName: string;
  // Values of one step, at most.
  readonly samples: number;
  // Points that restarts replaced.
  readonly superseded: number;
  // Safe HTML, made by the server from Markdown.
  readonly description: string;
  readonly steps: StepColumn;
  readonly facts: ReadonlyMap<string, Fact>;
}

export class StepSeries {
  readonly runId: string;
  readonly runName: string;
  readonly tagId: string;
  readonly tagName: string;
  readonly samples: number;
  readonly superseded: number;
  readonly description: string;
  readonly steps: StepColumn;
  readonly #facts: ReadonlyMap<string, Fact>;

  constructor(parts: StepSeriesParts) {
    this.runId = parts.runId;
    this.runName = parts.runName;
    this.tagId = parts.tagId;
    this.tagName = parts.tagName;
    this.samples = parts.samples;
    this.superseded = parts.superseded;
    this.description = parts.description;
    this.steps = parts.steps;
    this.#facts = parts.facts;
  }

  get key(): string {
    return `${this.runId}/${this.tagId}`;
  }
  get length(): number {
    return this.steps.length;
  }

  // A column of the answer by its name there: 'width', 'rate', ...; undefined if the kind has no such column.
  fact(name: string, index: number): number | undefined {
    const fact = this.#facts.get(name);
    return typeof fact === 'object' ? toNumber(fact[index]) : fact;
  }
  // Seconds since 1970.
  timeAt(index: number): number {
    return this.fact('wall_time', index) ?? Number.NaN;
  }
  versionAt(index: number): number {
    return this.fact('v', index) ?? 0;
  }
  bytesAt(index: number): number {
    return this.fact('bytes', index) ?? 0;
  }
  // Samples at this step.
  countAt(index: number): number {
    return this.fact('count', index) ?? 1;
  }

  // What names the value in addresses; undefined past the end.
  refAt(index: number, sample = 0): ValueRef | undefined {
    const step = this.steps.at(index);
    if (step === undefined) return undefined;
    return { runId: this.runId, tagId: this.tagId, step, version: this.versionAt(index), sample };
  }

  // With the points of `tail` that come after its own. `tail` begins at a step that is here already, and `points` are all that the server
  // has now. Undefined if points here are no longer what they were: everything must be asked for again.
  extended(tail: StepSeries, points: number): StepSeries | undefined {
    const last = this.length - 1;
    const from = tail.steps.lowerBound(this.steps.last ?? 0) + 1;
    const isSame = last >= 0 && tail.versionAt(from - 1) === this.versionAt(last) && from <= tail.length;
    const steps = this.steps.appended(tail.steps);
    if (!isSame || steps.length !== points) return undefined;
    const facts = new Map<string, Fact>();
    for (const [name, fact] of this.#facts) {
      facts.set(name, joined(fact, tail.#facts.get(name) ?? 0, { length: this.length, from, total: steps.length }));
    }
    const samples = Math.max(this.samples, tail.samples);
    return new StepSeries({ ...this.#parts(), samples, superseded: tail.superseded, steps, facts });
  }

  #parts(): StepSeriesParts {
    const { runId, runName, tagId, tagName, samples, superseded, description, steps } = this;
    return { runId, runName, tagId, tagName, samples, superseded, description, steps, facts: this.#facts };
  }
}

export interface StepsAnswer {
  readonly series: readonly {
    readonly series: StepSeries;
    // All that the series has, also outside of the steps that were asked for.
    readonly points: number;
  }[];
}

// Numbers that are not of the points.
const seriesNumbers = new Set(['points', 'superseded', 'begin', 'samples']);

export function readStepsAnswer(answer: ColumnAnswer): StepsAnswer {
  return {
    series: list(answer.head['series'], 'series').map((one) => {
      const head = object(one, 'series');
      const steps = answer.column(head['step']);
      if (steps === undefined) throw new FormatError('step: missing');
      const facts = new Map<string, Fact>();
      for (const [name, value] of Object.entries(head)) {
        const fact = seriesNumbers.has(name) || name === 'step' ? undefined : readFact(answer, value);
        if (fact !== undefined) facts.set(name, fact);
      }
      const series = new StepSeries({
        runId: text(head['run_id'], 'run_id'),
        runName: text(head['run'], 'run'),
        tagId: text(head['tag_id'], 'tag_id'),
        tagName: text(head['tag'], 'tag'),
        samples: number(head['samples'] ?? 1, 'samples'),
        superseded: number(head['superseded'] ?? 0, 'superseded'),
        description: optionalText(head['description']) ?? '',
        steps: StepColumn.of(steps),
        facts,
      });
      return { series, points: number(head['points'], 'points') };
    }),
  };
}

function readFact(answer: ColumnAnswer, value: unknown): Fact | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'object' && value !== null && 'at' in value ? answer.column(value) : undefined;
}

function toNumber(value: number | bigint | undefined): number | undefined {
  return typeof value === 'bigint' ? Number(value) : value;
}

function joined(
  before: Fact,
  after: Fact,
  { length, from, total }: { readonly length: number; readonly from: number; readonly total: number },
): Fact {
  if (typeof before === 'number' && before === after) return before;
  const column = new Float64Array(total);
  for (let i = 0; i < total; i += 1) {
    const fact = i < length ? before : after;
    const at = i < length ? i : i - length + from;
    column[i] = typeof fact === 'number' ? fact : (toNumber(fact[at]) ?? 0);
  }
  return column;
}
