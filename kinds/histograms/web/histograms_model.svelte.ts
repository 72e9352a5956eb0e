// What the cards of the histograms share: choices as a request and a picture need them, sources of data, the marked step.
import { devicePixelRatio } from 'svelte/reactivity/window';
import type { Run } from '$api/core';
import { CardsModel } from '$cards/cards_model.svelte';
import { ViewSizes } from '$cards/card_sizes';
import { readHistograms, type HistogramRows } from '$histograms/histogram_answer';
import type { HistogramQuery } from '$histograms/histogram_query';
import { HistogramSource } from '$histograms/histogram_source.svelte';
import type { App } from '$kind/app';
import { LoadQueue } from '$media/load_queue';
import type { HeightOptions } from './drawing/bin_heights';
import type { PlotDetail } from './drawing/plot_detail';
import {
  axisParam,
  binsParam,
  clipParam,
  compareParam,
  deckParams,
  edgesParam,
  keptStepParam,
  logParam,
  measureParam,
  modeParam,
  peaksParam,
  scaleParam,
  sizes,
  spanParam,
  type StepSpan,
} from './histograms_params';
import { readPageTheme, type PageTheme } from './page_theme';

export const page = 'histograms';

// Data of cards that were scrolled away; the longest unseen go first.
const mostKept = 40;

export class HistogramsModel {
  readonly deck: CardsModel;
  readonly queue = new LoadQueue();
  readonly #kept = new Map<string, HistogramSource<HistogramRows>>();
  // Wall times from which relative ones count, by series: an answer for a part of the steps does not have the first.
  readonly #origins = new Map<string, number>();

  readonly mode = $derived.by(() => this.app.view.get(modeParam));
  readonly axis = $derived.by(() => this.app.view.get(axisParam));
  readonly scale = $derived.by(() => this.app.view.get(scaleParam));
  readonly bins = $derived.by(() => this.app.view.get(binsParam));
  readonly compare = $derived.by(() => this.app.view.get(compareParam));
  readonly keptStep = $derived.by(() => this.app.view.get(keptStepParam));
  readonly span = $derived.by(() => this.app.view.get(spanParam));
  // Runs on one axis, also of heights.
  readonly isCommon = $derived.by(() => this.compare !== 'off' || this.app.view.get(edgesParam) === 'common');
  // Two runs in one plot are never a heat map.
  readonly isHeat = $derived.by(
    () => this.mode === 'heat' && this.compare !== 'overlaid' && this.compare !== 'mirrored',
  );
  readonly heights = $derived.by((): HeightOptions => {
    const { view } = this.app;
    return {
      measure: view.get(measureParam),
      isLog: view.get(logParam),
      cuts: !view.get(peaksParam) ? 'nothing' : this.isHeat ? 'bins' : 'rows',
    };
  });
  #theme: PageTheme = $state.raw(readPageTheme('light'));

  readonly #options = $derived.by(() => ({
    scale: this.scale,
    clip: Number(this.app.view.get(clipParam)) / 100,
    edges: this.isCommon ? 'answer' : 'series',
    combine: this.isHeat ? 'merge' : 'pick',
  }));

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: App) {
    this.deck = new CardsModel(app, {
      kind: 'histograms',
      params: deckParams,
      sizes: new ViewSizes(app.view, sizes),
      proportion: { width: 1, height: 1.1 },
      isFirstAwaited: true,
    });
    this.#theme = readPageTheme(app.appearance.theme);
    $effect(() => {
      const { theme } = app.appearance;
      // The page's colours change with it, after us.
      const frame = requestAnimationFrame(() => (this.#theme = readPageTheme(theme)));
      return () => cancelAnimationFrame(frame);
    });
    $effect(() => () => {
      for (const one of this.#kept.values()) one.dispose();
    });
  }

  get theme(): PageTheme {
    return this.#theme;
  }

  get pixelRatio(): number {
    return devicePixelRatio.current ?? 1;
  }

  // `most` runs are asked for at once.
  query(tagId: string, detail: PlotDetail, most: number): HistogramQuery {
    const { runs } = this.app;
    const areFew = !runs.isLoaded || runs.selected.length <= most;
    const span = this.span;
    return {
      route: 'histograms',
      tags: [tagId],
      runs: areFew ? runs.selected : runs.selected.slice(0, most),
      areAllRuns: areFew && (runs.isEverything || !runs.isLoaded),
      beginStep: span?.first,
      endStep: span === undefined ? undefined : span.last + 1,
      maxSteps: detail.maxSteps,
      options: { bins: detail.bins, ...this.#options },
    };
  }

  newSource(): HistogramSource<HistogramRows> {
    return new HistogramSource(this.app, this.queue, readHistograms);
  }

  // What a card had when it was last seen, or nothing yet. Given back by leaveSource().
  takeSource(key: string): HistogramSource<HistogramRows> {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept ?? this.newSource();
  }

  leaveSource(key: string, left: HistogramSource<HistogramRows>): void {
    left.hide();
    this.#kept.get(key)?.dispose();
    this.#kept.set(key, left);
    for (const [other, one] of this.#kept) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(other);
      one.dispose();
    }
  }

  // `isWhole`: the series holds its first step.
  originOf(series: HistogramRows, isWhole: boolean): number {
    const first = series.wallTimes[0] ?? 0;
    if (isWhole) this.#origins.set(series.key, first);
    return this.#origins.get(series.key) ?? this.app.runs.find(series.runId)?.startTime ?? first;
  }

  keepStep(step: number | undefined): void {
    this.app.view.set(keptStepParam, step);
    if (step !== undefined) this.app.cursor.pin(step, page);
  }

  setSpan(span: StepSpan | undefined): void {
    this.app.view.set(spanParam, span, { isStep: true });
  }

  nameOf(series: { readonly runId: string; readonly run: string }): string {
    const run: Run | undefined = this.app.runs.find(series.runId);
    return run === undefined ? series.run : this.app.runs.label(run);
  }
}
