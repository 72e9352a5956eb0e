// What the cards of the distributions share.
import { devicePixelRatio } from 'svelte/reactivity/window';
import { withEntry } from '$cards/card_map_param';
import { ViewSizes } from '$cards/card_sizes';
import { CardsModel } from '$cards/cards_model.svelte';
import type { LineStyle } from '$charts/line_data';
import { readDistributions, type DistributionRows } from '$histograms/histogram_answer';
import { HistogramSource } from '$histograms/histogram_source.svelte';
import type { StepAxis } from '$histograms/step_axis';
import type { App } from '$kind/app';
import { ChartThemeState } from '$kind/chart_theme.svelte';
import { LoadQueue } from '$media/load_queue';
import {
  axisParam,
  deckParams,
  levelsParam,
  linkedParam,
  marksParam,
  ownScaleParam,
  scaleParam,
  sizes,
  type ValueScale,
} from './distributions_params';
import { ZoomBook } from './zoom_book.svelte';

// What a card has of its tag: the whole of its steps, thinned out where there are many, and all steps of the part that is zoomed to.
export interface CardSources {
  readonly whole: HistogramSource<DistributionRows>;
  readonly part: HistogramSource<DistributionRows>;
}

// Of cards that were scrolled away; the longest unseen go first. One of ten runs with 500 steps holds about 400 KB.
const mostKept = 60;
const noMarks: readonly number[] = [];

export class DistributionsModel {
  readonly deck: CardsModel;
  readonly queue = new LoadQueue();
  readonly zooms: ZoomBook;
  readonly theme: ChartThemeState;
  readonly #kept = new Map<string, CardSources>();
  // The run whose bands stay in front after the pointer left them.
  #picked: string | undefined = $state(undefined);

  readonly axis = $derived.by((): StepAxis => this.app.view.get(axisParam));
  readonly levels = $derived.by(() => this.app.view.get(levelsParam));
  readonly isLinked = $derived.by(() => this.app.view.get(linkedParam));

  readonly runStyles: ReadonlyMap<string, LineStyle> = $derived.by(() => {
    const { runs } = this.app;
    const { selectedIds } = runs;
    return new Map(
      runs.all.map(({ id }) => [
        id,
        { color: runs.color(id), isVisible: selectedIds.has(id), isHighlighted: false, dash: [] },
      ]),
    );
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: App) {
    this.deck = new CardsModel(app, {
      kind: 'histograms',
      params: deckParams,
      sizes: new ViewSizes(app.view, sizes),
      isFirstAwaited: true,
      // Room for a few runs beside each other.
      proportion: { width: 1, height: 1.2 },
    });
    this.zooms = new ZoomBook(app.view);
    this.theme = new ChartThemeState(app.appearance);
    $effect(() => () => {
      this.zooms.flush();
      for (const sources of this.#kept.values()) disposeSources(sources);
    });
  }

  get pixelRatio(): number {
    return devicePixelRatio.current ?? 1;
  }

  get picked(): string | undefined {
    return this.#picked;
  }
  set picked(run: string | undefined) {
    this.#picked = run;
  }

  newSources(): CardSources {
    const make = (): HistogramSource<DistributionRows> => new HistogramSource(this.app, this.queue, readDistributions);
    return { whole: make(), part: make() };
  }

  // Those that a card had when it was last seen, or new ones. Given back by leaveSources().
  takeSources(key: string): CardSources {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept ?? this.newSources();
  }

  leaveSources(key: string, left: CardSources): void {
    left.whole.hide();
    left.part.hide();
    const other = this.#kept.get(key);
    if (other !== undefined) disposeSources(other);
    this.#kept.set(key, left);
    for (const [oldest, sources] of this.#kept) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(oldest);
      disposeSources(sources);
    }
  }

  labelOf(rows: { readonly run: string; readonly runId: string }): string {
    const run = this.app.runs.find(rows.runId);
    return run === undefined ? rows.run : this.app.runs.label(run);
  }

  scaleOf(key: string): ValueScale {
    return this.app.view.get(ownScaleParam).get(key) ?? this.app.view.get(scaleParam);
  }

  // Of one card; the page's own is no scale of its own.
  setScale(key: string, scale: ValueScale): void {
    const { view } = this.app;
    const own = scale === view.get(scaleParam) ? undefined : scale;
    view.set(ownScaleParam, withEntry(view.get(ownScaleParam), key, own));
  }

  marksOf(key: string): readonly number[] {
    return this.app.view.get(marksParam).get(key) ?? noMarks;
  }

  setMarks(key: string, marks: readonly number[]): void {
    const { view } = this.app;
    view.set(marksParam, withEntry(view.get(marksParam), key, marks.length === 0 ? undefined : marks));
  }

  // Other numbers along x: what was zoomed to and marked means nothing there.
  setAxis(axis: StepAxis): void {
    const { view } = this.app;
    view.set(axisParam, axis, { isStep: true });
    this.zooms.clear();
    view.set(marksParam, new Map());
  }

  hasChanges(key: string): boolean {
    const { view } = this.app;
    return this.zooms.of(key) !== undefined || view.get(ownScaleParam).has(key) || view.get(marksParam).has(key);
  }

  // The card as it was before anything was changed about it.
  reset(key: string): void {
    const { view } = this.app;
    this.zooms.set(key, undefined);
    view.set(ownScaleParam, withEntry(view.get(ownScaleParam), key, undefined));
    this.setMarks(key, []);
  }
}

export function disposeSources({ whole, part }: CardSources): void {
  whole.dispose();
  part.dispose();
}
