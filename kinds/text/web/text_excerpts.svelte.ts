// Beginnings of texts, for a list of all steps. Fetched in blocks around what is seen.
import type { LoadOptions } from '$media/load_queue';
import type { StepSeries } from '$media/step_series';
import { loadProblem } from './text_store';
import { plainText, type TextValue } from './text_value';

export interface Excerpt {
  readonly text: string;
  readonly isProblem: boolean;
}

// Gives the texts of a series from a place on, by their places: TextStore.loadMany.
export type LoadTexts = (
  series: StepSeries,
  begin: number,
  count: number,
  options: LoadOptions,
) => Promise<ReadonlyMap<number, TextValue | string>>;

const blockLength = 50;
const excerptCharacters = 400;

export class TextExcerpts {
  #known: ReadonlyMap<string, Excerpt> = $state.raw(new Map());
  // Requests by the first text they ask for: under way, or answered.
  readonly #requests = new Map<string, 'waiting' | 'done'>();
  readonly #abort = new AbortController();

  constructor(private readonly load: LoadTexts) {}

  // Undefined until it is there.
  find(series: StepSeries, index: number): Excerpt | undefined {
    return this.#known.get(keyOf(series, index));
  }

  ask(series: StepSeries, index: number): void {
    if (this.find(series, index) !== undefined) return;
    const block = Math.floor(index / blockLength) * blockLength;
    const state = this.#requests.get(keyOf(series, block));
    if (state === 'waiting') return;
    // A block that came without this one was too large for an answer: it goes on here.
    const begin = state === 'done' ? index : block;
    const key = keyOf(series, begin);
    if (begin !== block && this.#requests.has(key)) return;
    this.#requests.set(key, 'waiting');
    const { signal } = this.#abort;
    this.load(series, begin, block + blockLength - begin, { signal }).then(
      (texts) => {
        this.#requests.set(key, 'done');
        this.#take(series, texts);
      },
      (error: unknown) => {
        const text = loadProblem(error);
        if (text !== undefined) this.#put([[key, { text, isProblem: true }]]);
      },
    );
  }

  dispose(): void {
    this.#abort.abort();
  }

  #take(series: StepSeries, texts: ReadonlyMap<number, TextValue | string>): void {
    this.#put(
      [...texts].map(([index, value]) => [
        keyOf(series, index),
        typeof value === 'string' ? { text: value, isProblem: true } : { text: beginningOf(value), isProblem: false },
      ]),
    );
  }

  #put(entries: readonly (readonly [string, Excerpt])[]): void {
    this.#known = new Map([...this.#known, ...entries]);
  }
}

// A restart may put another text at the same place.
function keyOf(series: StepSeries, index: number): string {
  return `${series.key}/${index}/${series.versionAt(index)}`;
}

function beginningOf(value: TextValue): string {
  return plainText(value).slice(0, excerptCharacters).replace(/\s+/g, ' ').trim();
}
