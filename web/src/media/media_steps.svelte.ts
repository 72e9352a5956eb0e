// Which steps the series of a card have, live: those of one tag in the chosen runs. A card that is shown asks for what it lacks, then for
// what is new as the server tells of it; one that is hidden only takes note.
import { untrack } from 'svelte';
import type { Run } from '$api/core';
import type { Change } from '$api/live';
import { isAborted, ServerError, type Server } from '$api/server';
import { translate, type Language } from '$base/language.svelte';
import type { LoadQueue } from './load_queue';
import { mediaMessages } from './media_messages';
import { readStepsAnswer, type StepsAnswer, type StepSeries } from './step_series';

// What of the App the steps of a card need.
export interface MediaApp {
  readonly server: Server;
  readonly live: { subscribe(listener: (change: Change) => void): () => void };
  readonly settings: { readonly language: Language };
}

export interface StepsWanted {
  readonly tagId: string;
  // In the order in which they are shown.
  readonly runs: readonly Run[];
  // They are all that the server has: a request need not name them.
  readonly areAllRuns: boolean;
}

export type StepsState = 'loading' | 'ready' | 'empty' | 'failed';

// A series that changes all the time is asked for this often at most, and half of the time at most.
const liveMilliseconds = 200;

export class MediaSteps {
  readonly #app: MediaApp;
  readonly #kind: string;
  readonly #queue: LoadQueue;
  #series: readonly StepSeries[] = $state.raw([]);
  #isLoaded = $state(false);
  #failure: unknown = $state.raw(undefined);
  #wanted: StepsWanted | undefined;
  // By id of the run; undefined: it has no such series.
  readonly #held = new Map<string, StepSeries | undefined>();
  // Runs with new points, and those whose old points may have changed too.
  readonly #grown = new Set<string>();
  readonly #outdated = new Set<string>();
  #request: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restUntil = 0;
  #isShown = false;
  #distance: () => number = () => 0;
  #unsubscribe: (() => void) | undefined;

  constructor(app: MediaApp, kind: string, queue: LoadQueue) {
    this.#app = app;
    this.#kind = kind;
    this.#queue = queue;
  }

  // 'empty': none of the runs has the tag.
  get state(): StepsState {
    if (this.#failure !== undefined && !this.#isLoaded) return 'failed';
    if (!this.#isLoaded) return 'loading';
    return this.#series.length === 0 ? 'empty' : 'ready';
  }
  // In the language of the page. With state 'ready': what is shown may be old.
  get error(): string | undefined {
    return this.#failure === undefined ? undefined : stepsFailureText(this.#failure, this.#app.settings.language);
  }
  // In the order of the runs; those without the tag are left out. Replaced as a whole.
  get series(): readonly StepSeries[] {
    return this.#series;
  }

  // `distance` as in LoadOptions.
  show(wanted: StepsWanted, distance: () => number = () => 0): void {
    // Whoever calls this in an effect waits for other choices, not for the answer.
    untrack(() => this.#show(wanted, distance));
  }

  #show(wanted: StepsWanted, distance: () => number): void {
    this.#isShown = true;
    this.#distance = distance;
    this.#unsubscribe ??= this.#app.live.subscribe((change) => this.#onChange(change));
    if (wanted.tagId !== this.#wanted?.tagId) this.#forget();
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      const ids = new Set(wanted.runs.map((run) => run.id));
      for (const id of [...this.#held.keys()]) if (!ids.has(id)) this.#held.delete(id);
      this.#publish();
      // Another choice: the request under way may bring too much or too little.
      this.#stopRequest();
    }
    this.#advance();
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

  #forget(): void {
    this.#stopRequest();
    this.#held.clear();
    this.#grown.clear();
    this.#outdated.clear();
    this.#isLoaded = false;
    this.#failure = undefined;
  }

  #stopRequest(): void {
    this.#request?.abort();
    this.#request = undefined;
  }

  #onChange(change: Change): void {
    const wanted = this.#wanted;
    if (wanted === undefined) return;
    if (change.isReset || change.omittedRuns > 0) {
      for (const run of this.#held.keys()) this.#outdated.add(run);
      this.#failure = undefined;
    }
    const gone = new Set(change.removedRuns);
    for (const run of wanted.runs) if (gone.has(run.id) || gone.has(run.name)) this.#outdated.add(run.id);
    for (const run of change.runs) {
      // One that is chosen later is asked for then.
      if (!this.#held.has(run.id)) continue;
      if (run.hasRemovedTags) this.#outdated.add(run.id);
      else if (run.omitted > 0 || run.series.some((series) => series.tagId === wanted.tagId)) this.#grown.add(run.id);
    }
    this.#advance();
  }

  // Does what is to be done next, one request at a time.
  #advance(): void {
    const wanted = this.#wanted;
    if (!this.#isShown || wanted === undefined || this.#request !== undefined || this.#failure !== undefined) return;
    const lacking = wanted.runs.filter((run) => !this.#held.has(run.id)).map((run) => run.id);
    if (lacking.length > 0) return void this.#ask(lacking, wanted, undefined);
    if (!this.#isLoaded) this.#publish();
    if (this.#grown.size === 0 && this.#outdated.size === 0) return;
    const wait = this.#restUntil - performance.now();
    if (wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#advance();
      }, wait);
      return;
    }
    this.#askNew(wanted);
  }

  #askNew(wanted: StepsWanted): void {
    // JSON carries no step past 2^53: of such a series all is asked for.
    for (const run of this.#grown) if (typeof this.#held.get(run)?.steps.last !== 'number') this.#outdated.add(run);
    const isWhole = this.#outdated.size > 0;
    const runs = isWhole ? [...this.#outdated] : [...this.#grown];
    const known = runs.filter((run) => this.#held.has(run));
    for (const run of runs) {
      this.#grown.delete(run);
      if (isWhole) this.#outdated.delete(run);
    }
    if (known.length === 0) return this.#advance();
    void this.#ask(known, wanted, isWhole ? undefined : this.#firstLast(known));
  }

  // The least of the last steps: from there on there may be something new.
  #firstLast(runs: readonly string[]): number {
    return Math.min(...runs.map((run) => Number(this.#held.get(run)?.steps.last)));
  }

  async #ask(runs: readonly string[], wanted: StepsWanted, from: number | undefined): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const isAll = wanted.areAllRuns && runs.length === wanted.runs.length;
    const begin = performance.now();
    try {
      const answers = await this.#fetch(isAll ? undefined : runs, wanted, from, request.signal);
      if (request.signal.aborted) return;
      this.#take(runs, answers, from !== undefined);
      this.#failure = undefined;
    } catch (error) {
      // What it was to bring is still to be brought.
      for (const run of runs) if (this.#held.has(run)) this.#outdated.add(run);
      if (request.signal.aborted) return;
      if (!isAborted(error)) this.#failure = error;
    }
    this.#request = undefined;
    const now = performance.now();
    this.#restUntil = now + Math.max(liveMilliseconds, now - begin);
    this.#advance();
  }

  // Answers are limited in their points: what is too much at once is asked for in halves.
  async #fetch(
    runs: readonly string[] | undefined,
    wanted: StepsWanted,
    from: number | undefined,
    signal: AbortSignal,
  ): Promise<readonly StepsAnswer[]> {
    const body = {
      tags: [{ id: wanted.tagId }],
      ...(runs && { runs: runs.map((id) => ({ id })) }),
      ...(from !== undefined && { begin_step: from }),
    };
    const path = `api/${this.#kind}/steps`;
    try {
      const ask = (abort: AbortSignal): ReturnType<Server['postForColumns']> =>
        this.#app.server.postForColumns(path, body, abort);
      return [readStepsAnswer(await this.#queue.run(ask, { signal, distance: () => this.#distance() }))];
    } catch (error) {
      const all = runs ?? wanted.runs.map((run) => run.id);
      if (!(error instanceof ServerError) || error.code !== 'OUT_OF_RANGE' || all.length < 2) throw error;
      const middle = all.length >> 1;
      const first = await this.#fetch(all.slice(0, middle), wanted, from, signal);
      return [...first, ...(await this.#fetch(all.slice(middle), wanted, from, signal))];
    }
  }

  #take(runs: readonly string[], answers: readonly StepsAnswer[], isTail: boolean): void {
    const answered = new Map(answers.flatMap((answer) => answer.series).map((one) => [one.series.runId, one]));
    for (const run of runs) {
      const one = answered.get(run);
      const held = this.#held.get(run);
      if (!isTail || one === undefined || held === undefined) {
        // A tail without the series: it is gone or begins anew.
        if (isTail) this.#outdated.add(run);
        else this.#held.set(run, one?.series);
        continue;
      }
      const extended = held.extended(one.series, one.points);
      if (extended === undefined) this.#outdated.add(run);
      else this.#held.set(run, extended);
    }
    this.#publish();
  }

  #publish(): void {
    const wanted = this.#wanted;
    if (wanted === undefined) return;
    const series: StepSeries[] = [];
    for (const run of wanted.runs) {
      const one = this.#held.get(run.id);
      if (one !== undefined && one.length > 0) series.push(one);
    }
    const isSame = series.length === this.#series.length && series.every((one, i) => one === this.#series[i]);
    if (!isSame) this.#series = series;
    this.#isLoaded = wanted.runs.every((run) => this.#held.has(run.id));
  }
}

export function stepsFailureText(error: unknown, language: Language): string {
  const server = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServerError)) return translate(mediaMessages, language, 'unreadable', { server });
  return translate(mediaMessages, language, error.isUnreachable ? 'unreachable' : 'refused', { server });
}
