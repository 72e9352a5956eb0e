// What one card shows, made from the page's settings, the card's own and its data.
import { changeZoom, sameDomain, type AxisText, type ChartZoom } from '$charts/chart_zoom';
import type { Domain, LineStyle, ScaleKind } from '$charts/line_data';
import { askedRange, askedWidth, followedRange } from './card_range';
import { cardStyles } from './card_styles';
import { groupAxis, type CardQuery, type CardTag, type XAxis } from './data/card_query';
import type { CardSource } from './data/card_source.svelte';
import { namedForGroups } from './group_names';
import type { ScalarsModel } from './scalars_model.svelte';
import {
  followParam,
  groupParam,
  outliersParam,
  smoothingParam,
  supersededParam,
  xKindParam,
  yKindParam,
  zeroParam,
} from './scalars_params';
import type { Card } from '$cards/tag_groups';

export interface CardFrame {
  readonly card: Card;
  readonly width: number;
}

const axisTexts: Readonly<Record<XAxis & string, AxisText>> = {
  step: 'step',
  relative_step: 'step',
  ordinal: 'step',
  wall: 'time',
  relative: 'duration',
  active: 'duration',
};

export class CardView {
  // Each by itself: a card that only moved draws nothing anew.
  readonly #card = $derived.by(() => this.frame().card);
  readonly #width = $derived.by(() => this.frame().width);
  readonly #key = $derived.by(() => this.#card.key);
  readonly override = $derived.by(() => this.model.book.override(this.#key));
  // The same list as long as it says the same: every change of the address asks again.
  #lastTags: readonly CardTag[] = [];
  readonly tags: readonly CardTag[] = $derived.by(() => {
    const tags = this.model.tagsOf(this.#card);
    if (!areSameTags(tags, this.#lastTags)) this.#lastTags = tags;
    return this.#lastTags;
  });
  readonly group = $derived.by(() => this.model.app.view.get(groupParam));
  // Groups of runs are made by the server over steps.
  readonly x: XAxis = $derived.by(() => (this.group === undefined ? this.model.xAxis : groupAxis(this.model.xAxis)));
  readonly xKind: ScaleKind = $derived.by(() =>
    this.x === 'wall' ? 'time' : (this.override.xKind ?? this.model.app.view.get(xKindParam)),
  );
  readonly xText: AxisText = $derived.by(() => (typeof this.x === 'string' ? axisTexts[this.x] : 'number'));
  readonly yKind: ScaleKind = $derived.by(() => this.override.yKind ?? this.model.app.view.get(yKindParam));
  readonly startsAtZero = $derived.by(() => this.override.startsAtZero ?? this.model.app.view.get(zeroParam));
  readonly ignoresOutliers = $derived.by(() => this.override.ignoresOutliers ?? this.model.app.view.get(outliersParam));
  readonly showsSuperseded = $derived.by(
    () => this.override.showsSuperseded ?? this.model.app.view.get(supersededParam),
  );
  readonly smoothing = $derived.by(() => this.override.smoothing ?? this.model.app.view.get(smoothingParam));
  readonly fit = $derived.by(() => ({ ignoreOutliers: this.ignoresOutliers, includeZero: this.startsAtZero }));

  readonly #zoom = $derived.by(() => this.model.book.zoom(this.#key));
  readonly isZoomed = $derived.by(() => this.#zoom !== undefined);
  // The end of the data, as far as anything here knows: what is asked for begins with the newest part.
  readonly #newest = $derived.by((): number | undefined => {
    let newest = this.source.fullX?.max;
    for (const { x } of this.source.series) {
      const last = x.at(-1);
      if (last !== undefined && !(last <= (newest ?? Number.NEGATIVE_INFINITY))) newest = last;
    }
    return newest;
  });
  // As numbers, so that an equal range is no change.
  readonly #followed = $derived.by(() => {
    const size = this.model.app.view.get(followParam);
    return size === 0 || this.#zoom?.x !== undefined ? undefined : followedRange(this.#newest, size);
  });
  readonly #followedMax = $derived.by(() => this.#followed?.max);
  readonly #followedX = $derived.by((): Domain | undefined => {
    const size = this.model.app.view.get(followParam);
    return this.#followedMax === undefined ? undefined : { min: this.#followedMax - size, max: this.#followedMax };
  });
  readonly zoom: ChartZoom | undefined = $derived.by(() =>
    this.#followedX === undefined ? this.#zoom : { ...this.#zoom, x: this.#followedX },
  );

  // Of its tags, in all runs.
  readonly #points = $derived.by(() => {
    const { index } = this.model.deck.tags;
    const tags = this.tags.map(({ id }) => index.findById(id));
    return {
      all: tags.reduce((sum, tag) => sum + (tag?.points ?? 0), 0),
      most: tags.reduce((most, tag) => Math.max(most, (tag?.points ?? 0) / Math.max(1, tag?.runs ?? 1)), 0),
    };
  });
  // Every point of every run is here.
  readonly hasAllPoints = $derived.by(() => {
    const here = this.source.series.reduce((sum, { x }) => sum + x.length, 0);
    return this.group === undefined && here >= this.#points.all;
  });

  readonly query: CardQuery = $derived.by(() => {
    const { runs } = this.model.app;
    const width = askedWidth(this.#width, this.model.pixelRatio, this.zoom?.x !== undefined);
    return {
      tags: this.tags,
      x: this.x,
      xKind: this.xKind,
      // For a logarithmic axis the server leaves out what has no place there, lest the lowest point of a pixel hide one that has. Where pixels
      // have one point each nothing is hidden, and lines shall break at what has no place.
      yKind: this.yKind === 'log' && this.#points.most <= width ? 'linear' : this.yKind,
      range: askedRange(this.zoom?.x, this.xKind),
      width,
      smoothing: this.smoothing,
      runs: namedForGroups(runs.selected, this.group, runs.commonFolder),
      areAllRuns: runs.isEverything || !runs.isLoaded,
      showsSuperseded: this.showsSuperseded,
      group: this.group,
      baseline: this.model.baseline,
    };
  });

  readonly #tagIds = $derived.by(() => this.tags.map((tag) => tag.id));
  // The same map as long as it says the same: new points of the same curves look as those before.
  #lastStyles: ReadonlyMap<string, LineStyle> = new Map();
  readonly styles = $derived.by(() => {
    const { model, source } = this;
    const { runStyles, names } = model;
    const styles = cardStyles(source.series, {
      runOf: (key) => source.runOf(key),
      groupOf: this.group === undefined ? undefined : (key) => source.groupOf(key),
      runStyle: (id) => runStyles.get(id),
      nameColor: (name) => names.colorOf(name),
      hoveredRun: model.app.runs.hovered ?? model.picked,
      tags: this.#tagIds,
    });
    if (!areSameStyles(styles, this.#lastStyles)) this.#lastStyles = styles;
    return this.#lastStyles;
  });

  readonly isBlank = $derived.by(() => {
    for (const style of this.styles.values()) if (style.isVisible) return false;
    return true;
  });

  // REQUIRES: called while a component is made.
  constructor(
    readonly model: ScalarsModel,
    readonly source: CardSource,
    private readonly frame: () => CardFrame,
  ) {}

  // The part that follows the data is not the user's choice, and is not kept as one.
  setZoom(zoom: ChartZoom | undefined): void {
    const isOurs = sameDomain(zoom?.x, this.#followedX);
    this.model.book.setZoom(this.#key, isOurs ? changeZoom(zoom, { x: undefined }) : zoom);
  }
}

function areSameTags(a: readonly CardTag[], b: readonly CardTag[]): boolean {
  return a.length === b.length && a.every((tag, i) => tag.id === b[i]?.id && tag.side === b[i].side);
}

function areSameStyles(a: ReadonlyMap<string, LineStyle>, b: ReadonlyMap<string, LineStyle>): boolean {
  if (a.size !== b.size) return false;
  for (const [key, style] of a) if (b.get(key) !== style) return false;
  return true;
}
