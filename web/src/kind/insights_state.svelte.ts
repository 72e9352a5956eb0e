// What the server found in the runs. Asked for when the first picture stands, and again when data grew: quietly, never often, not for a page
// that nobody sees. A failure shows only to who opens the list.
import { untrack } from 'svelte';
import type { Change } from '$api/live';
import { isAborted, type Server } from '$api/server';
import {
  changeThreshold,
  fetchInsights,
  parseThresholds,
  thresholdsText,
  type Finding,
  type InsightsAnswer,
  type Thresholds,
} from './insights_answer';
import type { TabMark } from './kind';
import type { LiveState } from './live_state.svelte';
import type { Opening } from './opening.svelte';
import type { RunsModel } from './runs_model.svelte';
import type { Settings } from './settings.svelte';

const growthMilliseconds = 10_000;
const typingMilliseconds = 300;

export interface InsightsParts {
  readonly server: Server;
  readonly live: Pick<LiveState, 'subscribe' | 'status' | 'isPaused'>;
  readonly opening: Pick<Opening, 'isOver'>;
  readonly settings: Settings;
  readonly runs: Pick<RunsModel, 'selectedIds'>;
  // The kinds of data that the rules look at.
  readonly reads: readonly string[];
  // On whose cards a finding stands.
  readonly tagsOf: (finding: Finding) => readonly string[];
  readonly clock?: InsightsClock;
}

export interface InsightsClock {
  now(): number;
  isHidden(): boolean;
  onHidden(act: () => void): void;
}

const browserClock: InsightsClock = {
  now: () => performance.now(),
  isHidden: () => document.visibilityState === 'hidden',
  onHidden: (act) => document.addEventListener('visibilitychange', act),
};

export class InsightsState {
  #answer: InsightsAnswer | undefined = $state.raw(undefined);
  #error: string | undefined = $state(undefined);
  #isHidden = $state(false);
  // There may be something that the last question did not see.
  #isGrown = $state(true);
  // The thresholds of the last question.
  #asked: string | undefined = $state(undefined);
  #request: AbortController | undefined = $state.raw(undefined);
  #soonest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #parts: InsightsParts;
  readonly #clock: InsightsClock;

  readonly #thresholdsText = $derived.by(() => this.#parts.settings.values.insightThresholds);
  readonly #thresholds = $derived.by(() => parseThresholds(this.#thresholdsText));

  readonly #canAsk = $derived.by(() => {
    const { opening, live } = this.#parts;
    const { status } = live;
    // Half of a file says nothing about what was found in the other half.
    if (!opening.isOver || this.#isHidden || status === undefined || status.isLoading) return false;
    return this.#parts.reads.some((kind) => (status.kinds.get(kind) ?? 0) > 0);
  });
  // The user waits for this one; a pause holds only what comes by itself.
  readonly #isWished = $derived(this.#asked !== undefined && this.#asked !== this.#thresholdsText);
  readonly #isNeeded = $derived.by(
    () => this.#isWished || (this.#isGrown && this.#request === undefined && !this.#parts.live.isPaused),
  );

  readonly #selected: readonly Finding[] = $derived.by(() => {
    const { selectedIds } = this.#parts.runs;
    return this.findings.filter(({ runId }) => selectedIds.has(runId));
  });
  readonly #byTag = $derived.by(() => {
    const found = new Map<string, Set<Finding>>();
    for (const finding of this.#selected) {
      for (const tag of this.#parts.tagsOf(finding)) {
        const key = `${finding.kind} ${tag}`;
        const known = found.get(key);
        if (known === undefined) found.set(key, new Set([finding]));
        else known.add(finding);
      }
    }
    return found;
  });

  constructor(parts: InsightsParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? browserClock;
    this.#isHidden = this.#clock.isHidden();
    this.#clock.onHidden(() => (this.#isHidden = this.#clock.isHidden()));
    parts.live.subscribe((change) => this.#onChange(change));
    $effect.root(() => {
      $effect(() => this.look());
    });
  }

  // Decides whether and when to ask. Called when anything has changed that it looks at.
  look(): void {
    clearTimeout(this.#timer);
    // Typed on: the wait begins again.
    void this.#thresholdsText;
    if (!this.#canAsk || !this.#isNeeded) return;
    this.#timer = setTimeout(() => void this.#ask(), this.#isWished ? typingMilliseconds : this.#wait());
  }

  // Undefined before the first answer.
  get answer(): InsightsAnswer | undefined {
    return this.#answer;
  }
  // Why there is no new answer.
  get error(): string | undefined {
    return this.#error;
  }
  get isAsking(): boolean {
    return this.#request !== undefined;
  }
  get findings(): readonly Finding[] {
    return this.#answer?.findings ?? nothing;
  }
  // Those in runs that are on.
  get selected(): readonly Finding[] {
    return this.#selected;
  }
  get thresholds(): Thresholds {
    return this.#thresholds;
  }
  get mark(): TabMark | undefined {
    const count = this.#selected.length;
    if (count === 0) return undefined;
    return { count, isProblem: this.#selected.some(({ severity }) => severity === 'problem') };
  }

  // About these tags, in the runs that are on.
  of(kind: string, tags: readonly string[]): readonly Finding[] {
    const byTag = this.#byTag;
    if (byTag.size === 0) return nothing;
    // One may be about several of them.
    return [...new Set(tags.flatMap((tag) => [...(byTag.get(`${kind} ${tag}`) ?? nothing)]))];
  }

  // Undefined: the server's own again.
  setThreshold(rule: string, name: string, value: number | undefined): void {
    this.#keep(changeThreshold(this.#thresholds, rule, name, value));
  }

  resetThresholds(): void {
    this.#keep(new Map());
  }

  retry(): void {
    void this.#ask();
  }

  #keep(thresholds: Thresholds): void {
    this.#parts.settings.set({ insightThresholds: thresholdsText(thresholds) });
  }

  #onChange(change: Change): void {
    const isUnclear = change.isReset || change.omittedRuns > 0 || change.removedRuns.length > 0;
    const { reads } = this.#parts;
    const isOurs = change.runs.some(
      (run) => run.omitted > 0 || run.hasRemovedTags || run.series.some(({ kind }) => reads.includes(kind)),
    );
    if (isUnclear || isOurs) this.#isGrown = true;
  }

  #wait(): number {
    return Math.max(0, this.#soonest - this.#clock.now());
  }

  async #ask(): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.#isGrown = false;
    this.#asked = untrack(() => this.#thresholdsText);
    try {
      const thresholds = untrack(() => this.#thresholds);
      const answer = await fetchInsights(this.#parts.server, thresholds, request.signal);
      if (request.signal.aborted) return;
      this.#answer = answer;
      this.#error = undefined;
    } catch (error) {
      if (isAborted(error) || request.signal.aborted) return;
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#soonest = this.#clock.now() + growthMilliseconds;
    this.#request = undefined;
  }
}

const nothing: readonly Finding[] = [];
