// Texts that were fetched, within a budget; a text never changes under its address.
import { isAborted, type Server } from '$api/server';
import type { LoadOptions, LoadQueue } from '$media/load_queue';
import { valueKey, valuePath, valueQuery, type ValueRef } from '$media/media_url';
import type { StepSeries } from '$media/step_series';
import { readTextValue, readTextValues, textLength, type TextValue } from './text_value';

// Characters, of two bytes each.
const mostCharacters = 16_000_000;

export class TextStore {
  // In the order of their last use.
  readonly #held = new Map<string, TextValue>();
  #characters = 0;

  constructor(
    private readonly server: Server,
    private readonly queue: LoadQueue,
  ) {}

  find(ref: ValueRef): TextValue | undefined {
    const key = valueKey(ref);
    const value = this.#held.get(key);
    if (value !== undefined) {
      this.#held.delete(key);
      this.#held.set(key, value);
    }
    return value;
  }

  async load(ref: ValueRef, options: LoadOptions): Promise<TextValue> {
    const known = this.find(ref);
    if (known !== undefined) return known;
    const ask = (signal: AbortSignal): Promise<unknown> =>
      this.server.get(valuePath('text', 'value'), valueQuery(ref), signal);
    const value = readTextValue(await this.queue.run(ask, options));
    this.#keep(valueKey(ref), value);
    return value;
  }

  // Texts of one series from `begin` on, without HTML. The server may leave off the last of them for want of room.
  async loadMany(
    series: StepSeries,
    begin: number,
    count: number,
    options: LoadOptions,
  ): Promise<ReadonlyMap<number, TextValue | string>> {
    const body = { series: [{ run_id: series.runId, tag_id: series.tagId }], begin, count };
    return readTextValues(await this.queue.run((signal) => this.server.post('api/text/values', body, signal), options));
  }

  #keep(key: string, value: TextValue): void {
    this.#held.set(key, value);
    this.#characters += textLength(value);
    for (const [oldest, unused] of this.#held) {
      if (this.#characters <= mostCharacters || oldest === key) break;
      this.#held.delete(oldest);
      this.#characters -= textLength(unused);
    }
  }
}

// In words for the page; undefined: it was given up.
export function loadProblem(error: unknown): string | undefined {
  if (isAborted(error)) return undefined;
  return error instanceof Error ? error.message : String(error);
}
