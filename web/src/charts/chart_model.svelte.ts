// What a chart shows, derived from what it was given: axes, ticks, layout, the points at the cursor. No document in here.
import { untrack } from 'svelte';
import type { Language } from '$base/language.svelte';
import { labelPixels } from './axis_text';
import { CalmAxis, calmX, calmY, keepIfSame } from './chart_calm';
import {
  hasInView,
  hoverPoints,
  nameRanks,
  nearestIndex,
  nearestPoint,
  scaleOf,
  sortPoints,
  type Hover,
  type PlotScales,
  type ReadoutSort,
} from './chart_hover';
import { layoutChart, steadyAxisWidth, type ChartLayout } from './chart_layout';
import type { AxisTicks } from './chart_overlay';
import {
  sameAxis,
  symlogConstantFor,
  type AxisName,
  type AxisText,
  type ChartAxes,
  type ChartCursor,
  type ChartZoom,
} from './chart_zoom';
import { fitX, fitY } from './fit_domain';
import type { AxisView, ChartView, Domain, LineSeries, LineStyle, ScaleKind, Side } from './line_data';
import { makeScale } from './scale';
import { axisTicks } from './ticks';

export interface FitChoice {
  readonly ignoreOutliers: boolean;
  readonly includeZero: boolean;
}

export interface ChartInput {
  readonly series: readonly LineSeries[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly xKind: ScaleKind;
  readonly xText: AxisText;
  readonly leftKind: ScaleKind;
  readonly rightKind: ScaleKind;
  readonly view: ChartZoom | undefined;
  readonly fullX: Domain | undefined;
  readonly fit: FitChoice;
  readonly language: Language;
  readonly cursor: ChartCursor | undefined;
  readonly sort: ReadoutSort;
}

// Where the user points. `y` in pixels of the plot; `key` is the curve that the keys move along.
export interface Pointing {
  readonly x: number;
  readonly y: number | undefined;
  readonly key: string | undefined;
}

const noKeys: readonly string[] = [];
const yPadding = 0.05;
const xPadding = 0.015;
// Between labels and plot on one side, the chart's edge on the other.
const labelRoom = 12;

export class ChartModel {
  // Of the whole chart, in CSS pixels.
  width = $state(0);
  height = $state(0);
  pixelRatio = $state(1);
  // A gesture is under way: fitted axes wait until it ends.
  isMoving = $state(false);
  pointing = $state.raw<Pointing | undefined>(undefined);

  readonly #source: () => ChartInput;
  readonly #calmX = new CalmAxis(calmX);
  readonly #calmLeft = new CalmAxis(calmY);
  readonly #calmRight = new CalmAxis(calmY);
  // What was derived last: kept where the new result says the same, so that nothing after it is done again. Curves that are all switched off
  // and on again are the same ones.
  #lastKeys: readonly string[] = [];
  #lastSeries: readonly LineSeries[] | undefined;
  #zoomOfData: Domain | undefined;
  #leftWidth = 0;
  #rightWidth = 0;

  constructor(input: () => ChartInput) {
    this.#source = input;
  }

  #input(): ChartInput {
    return this.#source();
  }

  // Keys of the curves that are shown. Highlighting makes new styles at every movement of the pointer; this list stays.
  readonly #keys: readonly string[] = $derived.by(() => {
    const { series, styles } = this.#input();
    const now = series.filter((one) => styles.get(one.key)?.isVisible === true).map((one) => one.key);
    if (now.length === 0 && series.length > 0) return noKeys;
    this.#lastKeys = keepIfSame(this.#lastKeys, now);
    return this.#lastKeys;
  });

  readonly #fitStyles: ReadonlyMap<string, LineStyle> = $derived(
    new Map(this.#keys.map((key) => [key, { color: '', isVisible: true, isHighlighted: false, dash: [] }])),
  );

  readonly shown: readonly LineSeries[] = $derived(this.#input().series.filter((one) => this.#fitStyles.has(one.key)));
  // Those that a readout tells.
  readonly readable: readonly LineSeries[] = $derived(this.shown.filter((one) => !one.isBackground));
  readonly hasRight: boolean = $derived(this.shown.some((one) => one.side === 'right'));

  readonly #isHeld: boolean = $derived(this.isMoving || (this.#keys === noKeys && this.#lastKeys.length > 0));

  readonly #fittedX: Domain = $derived.by(() => {
    const { series, xKind, fullX } = this.#input();
    const fitted = fullX === undefined ? fitX(series, this.#fitStyles, xKind) : paddedX(fullX, xKind);
    return this.#calmX.next([this.#keys, xKind], fitted, xKind, this.#isHeld);
  });

  // The part of x that the data were asked for. Until the answer to a new zoom comes, the vertical axis fits what is there;
  // the answer is then fitted exactly, and only data after that grow calmly.
  readonly #dataZoom: Domain | undefined = $derived.by(() => {
    const { series, view } = this.#input();
    if (series !== this.#lastSeries) {
      this.#lastSeries = series;
      this.#zoomOfData = view?.x;
    }
    return this.#zoomOfData;
  });

  readonly #fittedLeft: Domain = $derived(this.#fittedY('left', this.#input().leftKind, this.#calmLeft));
  readonly #fittedRight: Domain = $derived(this.#fittedY('right', this.#input().rightKind, this.#calmRight));

  #fittedY(side: Side, kind: ScaleKind, calm: CalmAxis): Domain {
    const { series, view, fit } = this.#input();
    const x = view?.x;
    const reason = [
      this.#keys,
      kind,
      fit.ignoreOutliers,
      fit.includeZero,
      x?.min,
      x?.max,
      this.#dataZoom?.min,
      this.#dataZoom?.max,
    ];
    const fitted = fitY(series, this.#fitStyles, side, x, { kind, padding: yPadding, ...fit });
    return calm.next(reason, fitted, kind, this.#isHeld);
  }

  readonly fitted: Readonly<Record<AxisName, Domain | undefined>> = $derived({
    x: this.#fittedX,
    left: this.#fittedLeft,
    right: this.hasRight ? this.#fittedRight : undefined,
  });

  #lastX: AxisView | undefined;
  #lastLeft: AxisView | undefined;
  #lastRight: AxisView | undefined;
  #lastAxes: ChartAxes | undefined;

  readonly axes: ChartAxes = $derived.by(() => {
    const { view, xKind, leftKind, rightKind } = this.#input();
    this.#lastX = steady(this.#lastX, axisOf(xKind, view?.x, this.#fittedX));
    this.#lastLeft = steady(this.#lastLeft, axisOf(leftKind, view?.left, this.#fittedLeft));
    this.#lastRight = this.hasRight
      ? steady(this.#lastRight, axisOf(rightKind, view?.right, this.#fittedRight))
      : undefined;
    const [x, left, right, last] = [this.#lastX, this.#lastLeft, this.#lastRight, this.#lastAxes];
    if (last?.x !== x || last.left !== left || last.right !== right) this.#lastAxes = { x, left, right };
    return this.#lastAxes ?? { x, left, right };
  });

  // The height of the plot does not depend on the labels, so the vertical axes can be labelled before the width is known.
  readonly #plotHeight: number = $derived(
    layoutChart({ width: 0, height: this.height, leftAxis: 0, rightAxis: 0, pixelRatio: this.pixelRatio }).plot.height,
  );
  readonly #leftTicks = $derived(axisTicks(this.axes.left, this.#plotHeight, 'number', this.#input().language, 'y'));
  readonly #rightTicks = $derived(
    this.axes.right === undefined
      ? []
      : axisTicks(this.axes.right, this.#plotHeight, 'number', this.#input().language, 'y'),
  );

  readonly layout: ChartLayout = $derived.by(() => {
    const widest = (labels: readonly { readonly label: string }[]): number =>
      labels.reduce((most, { label }) => Math.max(most, labelPixels(label)), 0) + labelRoom;
    this.#leftWidth = steadyAxisWidth(this.#leftWidth, widest(this.#leftTicks));
    this.#rightWidth = this.hasRight ? steadyAxisWidth(this.#rightWidth, widest(this.#rightTicks)) : 0;
    return layoutChart({
      width: this.width,
      height: this.height,
      leftAxis: this.#leftWidth,
      rightAxis: this.#rightWidth,
      pixelRatio: this.pixelRatio,
    });
  });

  readonly ticks: AxisTicks = $derived({
    x: axisTicks(this.axes.x, this.layout.plot.width, this.#input().xText, this.#input().language, 'x'),
    left: this.#leftTicks,
    right: this.#rightTicks,
  });

  readonly scales: PlotScales = $derived.by(() => {
    const { width, height } = this.layout.plot;
    const { x, left, right } = this.axes;
    return {
      x: makeScale(x, 0, width),
      left: makeScale(left, height, 0),
      right: right === undefined ? undefined : makeScale(right, height, 0),
    };
  });

  readonly chartView: ChartView = $derived({
    ...this.axes,
    width: this.layout.plot.width,
    height: this.layout.plot.height,
    pixelRatio: this.pixelRatio,
  });

  readonly isDrawable: boolean = $derived(this.layout.plot.width > 0 && this.layout.plot.height > 0);

  readonly isEmptyView: boolean = $derived(
    this.isDrawable &&
      this.shown.length > 0 &&
      !hasInView(this.shown, this.scales, this.layout.plot.width, this.layout.plot.height),
  );

  readonly #ranks: ReadonlyMap<string, number> = $derived(
    this.#input().sort === 'name' ? nameRanks(this.readable) : new Map<string, number>(),
  );

  readonly hover: Hover | undefined = $derived.by(() => {
    const { pointing } = this;
    if (pointing === undefined || !this.isDrawable) return undefined;
    const x = this.scales.x.toPixel(pointing.x);
    const y = pointing.y ?? this.#heightOf(pointing.key, x);
    const points = hoverPoints(this.readable, this.scales, this.layout.plot.width, { x, y });
    const current = points.find((point) => point.series.key === pointing.key);
    const nearest = current ?? nearestPoint(points);
    const snapped = nearest === undefined || nearest.isFar ? x : nearest.x;
    return { points: sortPoints(points, this.#input().sort, this.#ranks), nearest, x: snapped };
  });

  // Keys point at a curve rather than at a height: distances are then measured from its point.
  #heightOf(key: string | undefined, x: number): number | undefined {
    const series = key === undefined ? undefined : this.readable.find((one) => one.key === key);
    if (series === undefined) return undefined;
    const y = series.y[nearestIndex(series, this.scales.x, x)] ?? Number.NaN;
    const pixel = scaleOf(this.scales, series.side).toPixel(y);
    return Number.isFinite(pixel) ? pixel : undefined;
  }

  // Points at a cursor that another chart moves; only while nobody points at this one.
  readonly linked: Hover | undefined = $derived.by(() => {
    const { cursor } = this.#input();
    if (cursor === undefined || this.pointing !== undefined || !this.isDrawable) return undefined;
    const x = this.scales.x.toPixel(cursor.x);
    if (!(x >= 0 && x <= this.layout.plot.width)) return undefined;
    const points = hoverPoints(this.readable, this.scales, this.layout.plot.width, { x, y: undefined });
    return { points, nearest: undefined, x };
  });

  // The place under a pixel of the plot, or of the nearest point where one is near.
  placeAt(pixel: number, y: number | undefined): number {
    return untrack(() => {
      const points = hoverPoints(this.readable, this.scales, this.layout.plot.width, { x: pixel, y });
      const nearest = nearestPoint(points);
      const x = nearest === undefined || nearest.isFar ? undefined : nearest.series.x[nearest.index];
      return x ?? this.scales.x.toValue(pixel);
    });
  }
}

function axisOf(kind: ScaleKind, chosen: Domain | undefined, fitted: Domain): AxisView {
  // The constant comes from the fitted domain: zooming must not bend the axis.
  return { kind, domain: chosen ?? fitted, symlogConstant: kind === 'symlog' ? symlogConstantFor(fitted) : 1 };
}

function steady(before: AxisView | undefined, now: AxisView): AxisView {
  return before !== undefined && sameAxis(before, now) ? before : now;
}

function paddedX(full: Domain, kind: ScaleKind): Domain {
  if (!(full.min < full.max)) return { min: full.min - 1, max: full.max + 1 };
  if (kind === 'log') {
    const min = full.min > 0 ? full.min : Math.min(1, full.max / 10);
    const factor = (full.max / min) ** xPadding;
    return { min: min / factor, max: full.max * factor };
  }
  const slack = (full.max - full.min) * xPadding;
  return { min: full.min - slack, max: full.max + slack };
}
