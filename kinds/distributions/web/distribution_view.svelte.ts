// What one card shows, made from the page's settings, the card's own and its data.
import { changeZoom, sameDomain, type ChartZoom } from '$charts/chart_zoom';
import { fitY } from '$charts/fit_domain';
import type { Domain, LineSeries, LineStyle } from '$charts/line_data';
import type { Card } from '$cards/tag_groups';
import { isThinned, type DistributionRows } from '$histograms/histogram_answer';
import type { HistogramQuery } from '$histograms/histogram_query';
import { axisColumn, axisExtent, axisTexts, nearestRow, stepRange, type StepRange } from '$histograms/step_axis';
import type { App } from '$kind/app';
import type { ViewState } from '$kind/view_state.svelte';
import { areTensorboardLevels, askedLevels } from './distribution_levels';
import { DistributionLines, leastPositive, spliceRows } from './distribution_lines';
import { fitParam, layoutParam, sharedParam } from './distributions_params';
import type { CardSources, DistributionsModel } from './distributions_model.svelte';

// What a card needs of the page.
export interface ViewModel extends Pick<
  DistributionsModel,
  'axis' | 'levels' | 'pixelRatio' | 'runStyles' | 'picked' | 'zooms' | 'scaleOf' | 'marksOf' | 'setMarks' | 'labelOf'
> {
  readonly app: {
    readonly view: ViewState;
    readonly runs: Pick<App['runs'], 'selected' | 'isEverything' | 'isLoaded' | 'hovered'>;
  };
}

export interface ViewFrame {
  readonly card: Card;
  readonly width: number;
}

// A log of so many steps is shown whole whatever the size of its card.
const fewestSteps = 512;
const mostSteps = 2000;
// Of all runs of a card together.
const mostRows = 24_000;
// A little more than is seen to both sides, so that a chart that is dragged has something to show before the answer comes.
const margin = 0.25;
const yPadding = 0.05;

export class DistributionView {
  // Each by itself: a card that only moved draws nothing anew.
  readonly #key = $derived.by(() => this.frame().card.key);
  readonly #tagId = $derived.by(() => this.frame().card.tag.id);
  readonly #width = $derived.by(() => this.frame().width);
  readonly scale = $derived.by(() => this.model.scaleOf(this.#key));
  readonly marks = $derived.by(() => this.model.marksOf(this.#key));
  readonly zoom: ChartZoom | undefined = $derived.by(() => this.model.zooms.of(this.#key));
  readonly #fitMode = $derived.by(() => this.model.app.view.get(fitParam));
  readonly fit = $derived.by(() => ({ ignoreOutliers: this.#fitMode === 'ordinary', includeZero: false }));

  readonly #maxSteps = $derived.by(() => {
    const { runs } = this.model.app;
    const pixels = Math.ceil((this.#width * this.model.pixelRatio) / 128) * 128;
    const wanted = Math.min(mostSteps, Math.max(fewestSteps, pixels));
    return Math.max(2, Math.min(wanted, Math.floor(mostRows / Math.max(1, runs.selected.length))));
  });

  readonly wholeQuery: HistogramQuery = $derived.by(() => {
    const { runs } = this.model.app;
    const { levels } = this.model;
    return {
      route: 'distributions',
      tags: [this.#tagId],
      runs: runs.selected,
      areAllRuns: runs.isEverything || !runs.isLoaded,
      maxSteps: this.#maxSteps,
      // Those of TensorBoard are the server's too.
      ...(!areTensorboardLevels(levels) && { options: { levels: askedLevels(levels) } }),
    };
  });

  // Steps of what is zoomed to, where the whole has not all of them. Steps past 2^53 cannot be asked for.
  readonly #range: StepRange | undefined = $derived.by(() => {
    const seen = this.zoom?.x;
    const { series } = this.sources.whole;
    if (seen === undefined || !series.some(isThinned) || series.some((one) => one.exactSteps)) return undefined;
    const more = (seen.max - seen.min) * margin;
    return stepRange(series, this.model.axis, { min: seen.min - more, max: seen.max + more });
  });
  // As numbers, so that an equal range is no change.
  readonly #begin = $derived.by(() => this.#range?.begin);
  readonly #end = $derived.by(() => this.#range?.end);

  readonly partQuery: HistogramQuery | undefined = $derived.by(() =>
    this.#begin === undefined || this.#end === undefined
      ? undefined
      : // The margins have steps too.
        { ...this.wholeQuery, beginStep: this.#begin, endStep: this.#end, maxSteps: 2 * this.#maxSteps },
  );

  readonly #parts: ReadonlyMap<string, DistributionRows> = $derived.by(() => {
    const { part } = this.sources;
    return new Map(this.partQuery === undefined ? [] : part.series.map((rows) => [rows.key, rows]));
  });

  readonly rows: readonly DistributionRows[] = $derived.by(() => {
    const { whole, part } = this.sources;
    const { beginStep, endStep } = part.answered ?? {};
    const parts = this.#parts;
    if (parts.size === 0 || beginStep === undefined || endStep === undefined) return whole.series;
    return whole.series.map((rows) => {
      const more = parts.get(rows.key);
      return more === undefined ? rows : spliceRows(rows, more, { begin: beginStep, end: endStep });
    });
  });

  readonly #origins = $derived.by(
    () => new Map(this.sources.whole.series.map((rows) => [rows.key, rows.wallTimes[0]])),
  );

  // As one text, so that runs whose names stay are no change.
  readonly #labels = $derived.by(() => this.rows.map((rows) => this.model.labelOf(rows)).join('\n'));

  // One for all runs: their bands end alike.
  readonly #logFloor = $derived.by(() => (this.scale === 'log' ? leastPositive(this.rows) : undefined));

  readonly #maker = $derived.by(() => {
    const { axis, levels } = this.model;
    const origins = this.#origins;
    void this.#labels;
    return new DistributionLines({
      axis,
      levels,
      logFloor: this.#logFloor,
      areExtremesBeyondFit: this.#fitMode === 'inner',
      labelOf: (rows) => this.model.labelOf(rows),
      titleOf: this.titleOf,
      originOf: (rows) => origins.get(rows.key),
    });
  });

  readonly lines: readonly LineSeries[] = $derived.by(() => this.#maker.lines(this.rows));

  // The same map as long as it says the same.
  #lastStyles: ReadonlyMap<string, LineStyle> = new Map();
  readonly styles: ReadonlyMap<string, LineStyle> = $derived.by(() => {
    const { runStyles, picked, app } = this.model;
    const front = this.rows.length > 1 ? (app.runs.hovered ?? picked) : undefined;
    const styles = new Map<string, LineStyle>();
    for (const { key, runId } of this.rows) {
      const style = runStyles.get(runId) ?? hidden;
      const last = this.#lastStyles.get(key);
      const isSame =
        last?.color === style.color && last.isVisible === style.isVisible && last.isHighlighted === (runId === front);
      styles.set(key, isSame ? last : { ...style, isHighlighted: runId === front });
    }
    if (!areSame(styles, this.#lastStyles)) this.#lastStyles = styles;
    return this.#lastStyles;
  });

  readonly shown: readonly LineSeries[] = $derived.by(() =>
    this.lines.filter((line) => this.styles.get(line.key)?.isVisible === true),
  );

  // Where all steps lie, whatever is zoomed to.
  readonly fullX: Domain | undefined = $derived.by(() => {
    const origins = this.#origins;
    const isShown = (rows: DistributionRows): boolean => this.styles.get(rows.key)?.isVisible === true;
    const shown = this.sources.whole.series.filter(isShown);
    return axisExtent(shown.map((rows) => axisColumn(rows, this.model.axis, origins.get(rows.key))));
  });

  readonly xText = $derived.by(() => axisTexts[this.model.axis]);
  readonly isSide = $derived.by(() => this.model.app.view.get(layoutParam) === 'side' && this.shown.length > 1);

  // The vertical axis that plots beside each other have in common, unless one is chosen.
  readonly #sharedY: Domain | undefined = $derived.by(() => {
    if (!this.isSide || !this.model.app.view.get(sharedParam)) return undefined;
    return fitY(this.lines, this.styles, 'left', this.zoom?.x, { kind: this.scale, padding: yPadding, ...this.fit });
  });

  readonly chartZoom: ChartZoom | undefined = $derived.by(() =>
    this.#sharedY === undefined || this.zoom?.left !== undefined ? this.zoom : { ...this.zoom, left: this.#sharedY },
  );

  readonly isStale = $derived.by(() => {
    const { whole, part } = this.sources;
    return whole.isStale || (this.partQuery !== undefined && (part.state === 'loading' || part.isStale));
  });
  readonly state = $derived.by(() => this.sources.whole.state);
  readonly error = $derived.by(() => this.sources.whole.error);

  // Steps that are drawn, and steps that there are.
  readonly drawnSteps = $derived.by(() => Math.max(0, ...this.rows.map((rows) => rows.rows)));
  readonly allSteps = $derived.by(() => Math.max(0, ...this.rows.map((rows) => rows.points)));
  // Every step of what is seen is drawn.
  readonly isComplete = $derived.by(() => {
    const seen = this.partQuery === undefined || this.#parts.size === 0 ? this.rows : [...this.#parts.values()];
    return !seen.some(isThinned);
  });

  // REQUIRES: called while a component is made.
  constructor(
    private readonly model: ViewModel,
    readonly sources: CardSources,
    private readonly titleOf: (level: number) => string,
    private readonly frame: () => ViewFrame,
  ) {}

  // The part that plots have in common is not the user's choice, and is not kept as one.
  setZoom(zoom: ChartZoom | undefined): void {
    const isOurs = this.zoom?.left === undefined && sameDomain(zoom?.left, this.#sharedY);
    this.model.zooms.set(this.#key, isOurs ? changeZoom(zoom, { left: undefined }) : zoom);
  }

  setMarks(marks: readonly number[]): void {
    this.model.setMarks(this.#key, marks);
  }

  retry(): void {
    this.sources.whole.retry();
    this.sources.part.retry();
  }

  // The step at a place of a chart with these lines, and the place of a step.
  stepAt(lines: readonly LineSeries[], x: number): number | undefined {
    if (this.model.axis === 'step') return Math.round(x);
    return this.#nearest(lines, (rows, places) => rows.steps[nearestRow(places, x)]);
  }

  placeOf(lines: readonly LineSeries[], step: number): number | undefined {
    if (this.model.axis === 'step') return step;
    return this.#nearest(lines, (rows, places) => places[nearestRow(rows.steps, step)]);
  }

  #nearest(
    lines: readonly LineSeries[],
    find: (rows: DistributionRows, places: Float64Array) => number | undefined,
  ): number | undefined {
    const key = lines[0]?.key;
    const rows = this.rows.find((one) => one.key === key);
    if (rows === undefined) return undefined;
    return find(rows, axisColumn(rows, this.model.axis, this.#origins.get(rows.key)));
  }

  runOf(key: string): string | undefined {
    return this.rows.find((rows) => rows.key === key)?.runId;
  }

  startTime(key: string): number | undefined {
    return this.#origins.get(key);
  }
}

const hidden: LineStyle = { color: '#808080', isVisible: false, isHighlighted: false, dash: [] };

function areSame(a: ReadonlyMap<string, LineStyle>, b: ReadonlyMap<string, LineStyle>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, style] of a) if (b.get(key) !== style) return false;
  return true;
}
