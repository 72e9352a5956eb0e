// The data of one card, live. A card that is shown asks for what its query needs, and again when one of its series grew; one that is hidden
// asks for nothing and keeps what it has. What was answered last stays while something newer is awaited.
import { untrack } from 'svelte';
import type { Run } from '$api/core';
import type { Change } from '$api/live';
import { isAborted, ServerError, type Server } from '$api/server';
import { translate, type Language } from '$base/language.svelte';
import type { HistogramsAnswer, ReadAnswer, SeriesName, ValueProblem } from './histogram_answer';
import { isSameQuery, isSameSubject, queryBody, queryPath, type HistogramQuery } from './histogram_query';
import { histogramSourceMessages } from './histogram_source_messages';

// What of the App the data of a card need.
export interface HistogramApp {
  readonly server: Server;
  readonly live: { subscribe(listener: (change: Change) => void): () => void };
  readonly settings: { readonly language: Language };
}

// LoadQueue of the media is one: at most a few requests at once, the nearest to the eye first. One for all cards of a page.
export interface RequestQueue {
  run<T>(
    task: (signal: AbortSignal) => Promise<T>,
    options: { readonly signal: AbortSignal; readonly distance?: () => number },
  ): Promise<T>;
}

// 'empty': none of the runs has the tag.
export type SourceState = 'loading' | 'ready' | 'empty' | 'failed';

// A series that grows all the time is asked for this often at most, and no more than half of the time.
const liveMilliseconds = 1000;

export class HistogramSource<S extends SeriesName> {
  #answer: HistogramsAnswer<S> | undefined = $state.raw(undefined);
  #series: readonly S[] = $state.raw([]);
  #failure: unknown = $state.raw(undefined);
  #isStale = $state(false);
  #query: HistogramQuery | undefined;
  // The query to which `#answer` is the answer.
  #answered: HistogramQuery | undefined = $state.raw(undefined);
  // Data came since the last request was sent.
  #isOutdated = false;
  #request: { readonly query: HistogramQuery; readonly controller: AbortController } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restUntil = 0;
  #isShown = false;
  #distance: () => number = () => 0;
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly app: HistogramApp,
    private readonly queue: RequestQueue,
    private readonly read: ReadAnswer<S>,
  ) {}

  get state(): SourceState {
    if (this.#answer === undefined) return this.#failure === undefined ? 'loading' : 'failed';
    return this.#series.length === 0 ? 'empty' : 'ready';
  }
  // In the language of the page. With state 'ready': what is shown may be old.
  get error(): string | undefined {
    return this.#failure === undefined ? undefined : histogramFailure(this.#failure, this.app.settings.language);
  }
  // In the order of the query's runs, those without data left out. Replaced as a whole.
  get series(): readonly S[] {
    return this.#series;
  }
  get problems(): readonly ValueProblem[] {
    return this.#answer?.problems ?? [];
  }
  get problemCount(): number {
    return this.#answer?.problemCount ?? 0;
  }
  // What is shown answers another question than the one that was asked last, or the server is gone.
  get isStale(): boolean {
    return this.#isStale;
  }
  // The question that `series` answers.
  get answered(): HistogramQuery | undefined {
    return this.#answered;
  }

  // `distance`: how far from what is looked at; the nearest is asked for first.
  show(query: HistogramQuery, distance: () => number = () => 0): void {
    // Whoever calls this in an effect waits for other choices, not for the answer.
    untrack(() => this.#show(query, distance));
  }

  hide(): void {
    this.#isShown = false;
    this.#stopRequest();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  dispose(): void {
    this.hide();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  retry(): void {
    this.#failure = undefined;
    this.#restUntil = 0;
    this.#advance();
  }

  #show(query: HistogramQuery, distance: () => number): void {
    this.#isShown = true;
    this.#distance = distance;
    this.#unsubscribe ??= this.app.live.subscribe((change) => this.#onChange(change));
    const before = this.#query;
    this.#query = query;
    if (this.#answered !== undefined && !isSameSubject(this.#answered, query)) this.#forget();
    if (before !== undefined && !isSameQuery(before, query)) this.#failure = undefined;
    if (this.#request !== undefined && !isSameQuery(this.#request.query, query)) this.#stopRequest();
    const isThere = this.#answered !== undefined && isSameQuery(this.#answered, query);
    // Runs may have been put in another order.
    if (isThere && this.#answered?.runs !== query.runs) this.#order();
    this.#isStale = this.#answer !== undefined && (!isThere || this.#failure !== undefined);
    this.#advance();
  }

  #forget(): void {
    this.#answer = undefined;
    this.#answered = undefined;
    this.#series = [];
    this.#isStale = false;
    this.#isOutdated = false;
  }

  #stopRequest(): void {
    if (this.#request === undefined) return;
    // What it was to bring is still to be brought.
    this.#isOutdated = true;
    this.#request.controller.abort();
    this.#request = undefined;
  }

  #onChange(change: Change): void {
    const query = this.#query;
    if (query === undefined || !concerns(change, query)) return;
    if (change.isReset) this.#failure = undefined;
    this.#isOutdated = true;
    this.#advance();
  }

  // Does what is to be done next, one request at a time.
  #advance(): void {
    const query = this.#query;
    if (!this.#isShown || query === undefined || this.#request !== undefined || this.#failure !== undefined) return;
    const isThere = this.#answered !== undefined && isSameQuery(this.#answered, query);
    if (isThere && !this.#isOutdated) return;
    const wait = isThere ? this.#restUntil - performance.now() : 0;
    if (wait <= 0) return void this.#ask(query);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#advance();
    }, wait);
  }

  async #ask(query: HistogramQuery): Promise<void> {
    const request = { query, controller: new AbortController() };
    this.#request = request;
    this.#isOutdated = false;
    const begin = performance.now();
    try {
      const answer = await this.queue.run(
        async (signal) => this.read(await this.app.server.postForColumns(queryPath(query), queryBody(query), signal)),
        { signal: request.controller.signal, distance: () => this.#distance() },
      );
      if (this.#request !== request) return;
      this.#answer = answer;
      this.#answered = query;
      this.#order();
      this.#isStale = false;
    } catch (error) {
      if (this.#request !== request) return;
      this.#isOutdated = true;
      if (!isAborted(error)) this.#failure = error;
      this.#isStale = this.#answer !== undefined;
    }
    this.#request = undefined;
    const now = performance.now();
    this.#restUntil = now + Math.max(liveMilliseconds, now - begin);
    this.#advance();
  }

  #order(): void {
    this.#series = inOrderOf(this.#answer?.series ?? [], this.#query?.runs ?? []);
  }
}

// Series of the answer by the order of runs; those of runs that are not among them come last.
export function inOrderOf<S extends SeriesName>(series: readonly S[], runs: readonly Run[]): readonly S[] {
  const ranks = new Map(runs.map((run, i) => [run.id, i]));
  const rankOf = (one: S): number => ranks.get(one.runId) ?? ranks.size;
  return series
    .filter((one) => one.points > 0)
    .map((one, place) => ({ one, place }))
    .sort((a, b) => rankOf(a.one) - rankOf(b.one) || a.place - b.place)
    .map(({ one }) => one);
}

// Whether the change may alter the answer.
function concerns(change: Change, { runs, areAllRuns, tags }: HistogramQuery): boolean {
  if (change.isReset || change.omittedRuns > 0) return true;
  const isOurs = (id: string, name: string): boolean =>
    areAllRuns || runs.some((run) => run.id === id || run.name === name);
  if (change.removedRuns.some((run) => isOurs(run, run))) return true;
  return change.runs.some(
    (run) =>
      (run.hasRemovedTags || run.omitted > 0 || run.series.some((one) => isAsked(one, tags))) &&
      isOurs(run.id, run.name),
  );
}

function isAsked(
  series: { readonly tagId: string; readonly kind: string },
  tags: readonly string[] | undefined,
): boolean {
  return tags === undefined ? series.kind === 'histograms' : tags.includes(series.tagId);
}

export function histogramFailure(error: unknown, language: Language): string {
  const server = error instanceof Error ? error.message : String(error);
  const key = !(error instanceof ServerError) ? 'unreadable' : error.isUnreachable ? 'unreachable' : 'refused';
  return translate(histogramSourceMessages, language, key, { server });
}
