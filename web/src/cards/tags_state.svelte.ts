// The tags of one kind that the selected runs have. Asked for again when the selection changes or a tag appears, not with every change.
import { untrack } from 'svelte';
import { fetchTags } from '$api/core';
import type { Change } from '$api/live';
import { isAborted } from '$api/server';
import type { App } from '$kind/app';
import { areAllRunsWanted } from '$kind/runs_params';
import { TagIndex } from './tag_groups';

// Tags appear in bursts while files are loaded, and a user clicks through several runs.
const liveMilliseconds = 300;
const selectionMilliseconds = 60;

export class TagsState {
  #index: TagIndex = $state.raw(new TagIndex([]));
  #isLoaded = $state(false);
  #error: string | undefined = $state(undefined);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | undefined;
  // Tags may have come since the request under way was sent.
  #isOutdated = false;
  // The runs of the last request.
  #asked: readonly string[] | undefined;
  // Tags of runs that are not selected: a change of theirs is no reason to ask again.
  #others = new Set<string>();

  // Ids of the runs whose tags are wanted: undefined for all, 'wait' while it is not known which, 'keep' while none is selected (the cards
  // stay as they are, unseen, for the moment one is switched on again).
  readonly #wanted = $derived.by((): readonly string[] | undefined | 'wait' | 'keep' => {
    const { runs, view } = this.app;
    if (!runs.isLoaded) return areAllRunsWanted(view) ? undefined : 'wait';
    if (runs.isEverything) return undefined;
    return runs.selected.length === 0 ? 'keep' : runs.selected.map((run) => run.id);
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(
    private readonly app: App,
    private readonly kind: string,
  ) {
    $effect(() => {
      const wanted = this.#wanted;
      untrack(() => {
        // None was selected for a moment, and now the same as before.
        if (wanted === 'wait' || wanted === 'keep' || (this.#isLoaded && sameIds(wanted, this.#asked))) return;
        this.#others = new Set();
        if (this.#isLoaded) this.#askIn(selectionMilliseconds);
        else void this.#ask();
      });
    });
    $effect(() => app.live.subscribe((change) => this.#onChange(change)));
    $effect(() => () => {
      clearTimeout(this.#timer);
      this.#request?.abort();
    });
  }

  get index(): TagIndex {
    return this.#index;
  }
  get isLoaded(): boolean {
    return this.#isLoaded;
  }
  get error(): string | undefined {
    return this.#error;
  }

  retry(): void {
    this.#error = undefined;
    this.#askIn(0);
  }

  #onChange(change: Change): void {
    const isUnclear = change.isReset || change.omittedRuns > 0 || change.removedRuns.length > 0;
    const unknown = change.runs.flatMap((run) =>
      run.series.filter(({ kind, tagId }) => kind === this.kind && !this.#index.has(tagId) && !this.#others.has(tagId)),
    );
    unknown.forEach(({ tagId }) => this.#others.add(tagId));
    const isOther = change.runs.some((run) => run.hasRemovedTags || run.omitted > 0);
    if (!isUnclear && !isOther && unknown.length === 0) return;
    if (change.isReset) this.#others = new Set();
    // An answer that takes long is waited for: asked anew at every change, it would never come.
    if (this.#request !== undefined) this.#isOutdated = true;
    else this.#timer ??= setTimeout(() => void this.#ask(), liveMilliseconds);
  }

  #askIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), milliseconds);
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    const wanted = untrack(() => this.#wanted);
    if (wanted === 'wait' || wanted === 'keep') return;
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.#asked = wanted;
    // The first answer may have been asked for before anybody here listened to changes.
    this.#isOutdated = !this.#isLoaded && this.app.live.changedAt > 0;
    const begin = performance.now();
    try {
      const tags = await fetchTags(this.app.server, this.kind, { runs: wanted }, request.signal);
      if (request.signal.aborted) return;
      this.#index = new TagIndex(tags);
      this.#error = undefined;
      this.#isLoaded = true;
    } catch (error) {
      if (isAborted(error) || request.signal.aborted) return;
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#request = undefined;
    // Never busier with asking than with everything else.
    if (this.#isOutdated) this.#askIn(Math.max(liveMilliseconds, performance.now() - begin));
  }
}

function sameIds(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((id, i) => id === b[i]);
}
