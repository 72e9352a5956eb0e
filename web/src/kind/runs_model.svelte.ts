// The runs: which there are, which are on, and how each looks. One selection and one set of colours for the whole page.
import { fetchRuns, type Run } from '$api/core';
import type { Change } from '$api/live';
import type { Server } from '$api/server';
import { compareNatural } from '$base/natural_order';
import { colorBlindPalette, standardPalette, ungroupedColor, type Palette } from '$base/run_colors';
import { commonFolder } from '$base/short_names';
import { compilePattern, type TextPattern } from '$base/text_pattern';
import type { LiveState } from './live_state.svelte';
import type { ProfileState } from './profile_state.svelte';
import { groupingBy, RunColoring, type RunGrouping } from './run_coloring';
import { sortRuns, topRuns } from './run_order';
import { everything, isSelected, selectionOf, selectionParam, type RunSelectionState } from './run_selection';
import { RunTableState } from './run_table_state.svelte';
import { colorByParam, runConditionParam, runFilterParam, runTopParam } from './runs_params';
import type { Settings } from './settings.svelte';
import type { ViewState } from './view_state.svelte';

export { colorByParam, runFilterParam };

// Runs appear in bursts while a log directory is loaded.
const refreshMilliseconds = 150;
// Points and times of runs that are only written to, where somebody looks at them.
const factsMilliseconds = 5000;
// Of the time, at most a fifth is spent with asking.
const restFactor = 4;

export interface RunsModelParts {
  readonly server: Server;
  readonly live: Pick<LiveState, 'subscribe' | 'status'>;
  readonly profile: ProfileState;
  readonly view: ViewState;
  readonly settings: Settings;
}

export class RunsModel {
  readonly table: RunTableState;
  #all: readonly Run[] = $state.raw([]);
  #isLoaded = $state(false);
  #error: string | undefined = $state(undefined);
  #hovered: string | undefined = $state(undefined);
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #isRefreshTimerSlow = false;
  #isRefreshing = false;
  #tookMilliseconds = 0;
  // What was on before a solo, and the solo, so that the same click goes back.
  #beforeSolo: { readonly before: RunSelectionState; readonly solo: RunSelectionState } | undefined;
  #lastSelectedIds: ReadonlySet<string> = new Set();
  readonly #coloring = new RunColoring();
  readonly #parts: RunsModelParts;

  // Every change of the address makes these again; equal texts and the same objects go no further.
  readonly #filterText = $derived.by(() => this.#parts.view.get(runFilterParam));
  readonly #colorBy = $derived.by(() => this.#parts.view.get(colorByParam));
  readonly #top = $derived.by(() => this.#parts.view.get(runTopParam));
  readonly #selection = $derived.by(() => this.#parts.view.get(selectionParam));
  readonly #isLoading = $derived.by(() => this.#parts.live.status?.isLoading === true);
  readonly #notes = $derived.by(() => this.#parts.profile.data.runs);
  readonly #palette: Palette = $derived.by(() =>
    this.#parts.settings.values.palette === 'standard' ? standardPalette : colorBlindPalette,
  );

  readonly #byId = $derived(new Map(this.#all.map((run) => [run.id, run])));
  readonly #folder = $derived(commonFolder(this.#all.map((run) => run.name)));
  readonly #pattern: TextPattern = $derived(compilePattern(this.#filterText));
  readonly #grouping: RunGrouping = $derived(groupingBy(this.#colorBy, this.#notes, this.#folder));
  // When loading ends colours are given once more, in the order in which runs began: as the next visit will give them.
  readonly #colors = $derived(
    this.#coloring.colorsOf(this.#all, this.#notes, this.#grouping, this.#palette, [
      this.#palette,
      this.#colorBy,
      this.#isLoading,
    ]),
  );
  readonly #matching = $derived(this.#all.filter((run) => this.#matches(run)));
  readonly #hidden = $derived(this.#matching.filter((run) => this.#notes.get(run.name)?.hidden === true));
  readonly #listed = $derived.by(() => {
    const { fulfilling, order } = this.table;
    const passing = this.#matching.filter(
      (run) => this.#notes.get(run.name)?.hidden !== true && (fulfilling === undefined || fulfilling.has(run.id)),
    );
    return topRuns(passing, this.#top, order, (column) => this.table.reader(column));
  });
  readonly #sorted = $derived.by(() => sortRuns(this.#listed, this.table.order, (column) => this.table.reader(column)));
  readonly #selected = $derived(this.#listed.filter((run) => isSelected(this.#selection, run.id)));
  // The same object as long as the same runs are on: points that come change nothing here.
  readonly #selectedIds = $derived.by(() => {
    const last = this.#lastSelectedIds;
    const isSame = last.size === this.#selected.length && this.#selected.every((run) => last.has(run.id));
    if (!isSame) this.#lastSelectedIds = new Set(this.#selected.map((run) => run.id));
    return this.#lastSelectedIds;
  });

  constructor(parts: RunsModelParts) {
    this.#parts = parts;
    this.table = new RunTableState(parts);
    parts.live.subscribe((change) => this.#onChange(change));
  }

  // All runs of the server, in natural order.
  get all(): readonly Run[] {
    return this.#all;
  }
  // Those that the list shows, in natural order: not hidden, and let through by filter, condition and number.
  get listed(): readonly Run[] {
    return this.#listed;
  }
  // The same in the order that the user chose.
  get sorted(): readonly Run[] {
    return this.#sorted;
  }
  // Those that match the filter and that the user put aside.
  get hidden(): readonly Run[] {
    return this.#hidden;
  }
  // Those that are drawn: listed and on.
  get selected(): readonly Run[] {
    return this.#selected;
  }
  get selectedIds(): ReadonlySet<string> {
    return this.#selectedIds;
  }
  // Then a request need not name runs.
  get isEverything(): boolean {
    return this.#selected.length === this.#all.length;
  }
  get isLoaded(): boolean {
    return this.#isLoaded;
  }
  get error(): string | undefined {
    return this.#error;
  }
  get pattern(): TextPattern {
    return this.#pattern;
  }
  // What all names have in front; labels leave it out.
  get commonFolder(): string {
    return this.#folder;
  }
  // Which runs share a colour.
  get grouping(): RunGrouping {
    return this.#grouping;
  }
  get palette(): Palette {
    return this.#palette;
  }
  // The run under the pointer, in the list or in a chart: shown in both.
  get hovered(): string | undefined {
    return this.#hovered;
  }
  set hovered(id: string | undefined) {
    this.#hovered = id;
  }

  find(id: string): Run | undefined {
    return this.#byId.get(id);
  }

  color(id: string): string {
    return this.#colors.get(id) ?? ungroupedColor;
  }

  // The name that the user gave, else the run's without what all have in front.
  label(run: Run): string {
    return this.#notes.get(run.name)?.name ?? run.name.slice(this.#folder.length);
  }

  isOn(id: string): boolean {
    return isSelected(this.#selection, id);
  }

  toggle(id: string): void {
    this.#change((on) => (on.has(id) ? on.delete(id) : on.add(id)));
  }

  setOn(ids: readonly string[], isOn: boolean): void {
    this.#change((on) => ids.forEach((id) => (isOn ? on.add(id) : on.delete(id))));
  }

  // Only these. Asked again for what is already alone, it brings back what was on before.
  solo(ids: readonly string[]): void {
    const { view } = this.#parts;
    const before = view.get(selectionParam);
    // Of all runs: what a filter leaves out for now may still be on.
    const count = this.#all.filter(({ id }) => isSelected(before, id)).length;
    const isSolo = ids.length === count && ids.every((id) => isSelected(before, id));
    if (isSolo) {
      const isOurs = this.#beforeSolo !== undefined && sameState(this.#beforeSolo.solo, before);
      view.set(selectionParam, isOurs ? (this.#beforeSolo?.before ?? everything) : everything, { isStep: true });
      return;
    }
    this.#change((on) => {
      on.clear();
      ids.forEach((id) => on.add(id));
    });
    const solo = view.get(selectionParam);
    // From one solo to the next, what was on before the first is what to go back to.
    const isNext = this.#beforeSolo !== undefined && sameState(this.#beforeSolo.solo, before);
    this.#beforeSolo = { before: isNext ? (this.#beforeSolo?.before ?? before) : before, solo };
  }

  invertListed(): void {
    this.#change((on) => this.#listed.forEach(({ id }) => (on.has(id) ? on.delete(id) : on.add(id))));
  }

  // Where filters let none through they make way: whoever asks for all runs wants to see some.
  selectEverything(): void {
    if (this.#listed.length === 0) this.listEverything();
    this.#parts.view.set(selectionParam, everything, { isStep: true });
  }

  // Without filter, condition and number: all but what is hidden.
  listEverything(): void {
    const { view } = this.#parts;
    view.set(runFilterParam, '', { isStep: true });
    view.set(runConditionParam, '', { isStep: true });
    view.set(runTopParam, 0, { isStep: true });
  }

  async refresh(): Promise<void> {
    const begin = performance.now();
    try {
      // A condition in the link decides what is drawn at all: it is asked for beside the first list of runs.
      const [runs] = await Promise.all([
        fetchRuns(this.#parts.server),
        this.#isLoaded ? undefined : this.table.refresh(),
      ]);
      this.#all = [...runs].sort((a, b) => compareNatural(a.name, b.name));
      this.#error = undefined;
      this.#isLoaded = true;
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#tookMilliseconds = performance.now() - begin;
  }

  // By its whole name, by what the list shows of it, by the name that the user gave, and by its tags.
  #matches(run: Run): boolean {
    if (this.#pattern.isEmpty) return true;
    const note = this.#notes.get(run.name);
    const words = this.#folder === '' ? [run.name] : [run.name, run.name.slice(this.#folder.length)];
    if (note?.name !== undefined) words.push(note.name);
    return this.#pattern.matches([...words, ...(note?.tags ?? [])].join('\n'));
  }

  #change(edit: (on: Set<string>) => void): void {
    const { view } = this.#parts;
    const state = view.get(selectionParam);
    const ids = this.#all.map((run) => run.id);
    const on = new Set(ids.filter((id) => isSelected(state, id)));
    edit(on);
    view.set(selectionParam, selectionOf(on, ids), { isStep: true });
  }

  #onChange(change: Change): void {
    const isOther = change.isReset || change.omittedRuns > 0 || change.removedRuns.length > 0;
    if (isOther || change.runs.some((run) => run.isAdded)) this.#refreshIn(refreshMilliseconds);
    else if (this.table.needsFacts) this.#refreshIn(factsMilliseconds);
  }

  // The sooner of two wishes counts.
  #refreshIn(milliseconds: number): void {
    const isSlow = milliseconds > refreshMilliseconds;
    if (this.#refreshTimer !== undefined && (isSlow || !this.#isRefreshTimerSlow)) return;
    clearTimeout(this.#refreshTimer);
    this.#isRefreshTimerSlow = isSlow;
    const isFirst = !this.#isLoaded && !this.#isRefreshing;
    const wait = isFirst ? 0 : Math.max(milliseconds, restFactor * this.#tookMilliseconds);
    this.#refreshTimer = setTimeout(() => void this.#refreshAgain(), wait);
  }

  // One request at a time; what comes while it runs is asked for after it.
  async #refreshAgain(): Promise<void> {
    this.#refreshTimer = undefined;
    if (this.#isRefreshing) {
      this.#refreshIn(refreshMilliseconds);
      return;
    }
    this.#isRefreshing = true;
    await this.refresh();
    this.#isRefreshing = false;
  }
}

function sameState(a: RunSelectionState, b: RunSelectionState): boolean {
  return selectionParam.format(a) === selectionParam.format(b);
}
