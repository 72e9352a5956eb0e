// What the user changed about single cards, read from the view and written to it.
import { withEntry } from '$cards/card_map_param';
import type { CardPlaces } from '$cards/card_places';
import { roundedZoom } from '$cards/chart_zooms_param';
import type { ChartZoom } from '$charts/chart_zoom';
import type { ViewParam, ViewState } from '$kind/view_state.svelte';
import {
  cardsParam,
  chartsParam,
  marksParam,
  noExtraTags,
  zoomsParam,
  type CardOverride,
  type CardTags,
} from './card_settings';

// A wheel turns many times a second; browsers refuse so many changes of the address.
const zoomWriteMilliseconds = 250;
// Turns of a wheel and moves of a drag that follow each other like this are one step.
const zoomStepMilliseconds = 500;
const mostZoomSteps = 50;

const nothing: CardOverride = {};

export class CardBook {
  // Zooms that are not yet in the address.
  #zoomEdits: ReadonlyMap<string, ChartZoom | undefined> = $state.raw(new Map());
  #zoomTimer: ReturnType<typeof setTimeout> | undefined;
  // What each card showed before, the newest last. A reader's own way, so no link has it.
  readonly #zoomSteps = new Map<string, (ChartZoom | undefined)[]>();
  #lastZoom: { readonly key: string; readonly millis: number } | undefined;

  constructor(
    private readonly view: ViewState,
    private readonly places: CardPlaces,
    private readonly now: () => number = () => performance.now(),
  ) {}

  override(key: string): CardOverride {
    return this.view.get(cardsParam).get(key) ?? nothing;
  }

  // Members given as undefined follow the page again.
  change(key: string, change: CardOverride): void {
    const next = Object.fromEntries(
      Object.entries({ ...this.override(key), ...change }).filter(([, value]) => value !== undefined),
    );
    this.#put(cardsParam, key, Object.keys(next).length === 0 ? undefined : next);
  }

  tags(key: string): CardTags {
    return this.view.get(chartsParam).get(key) ?? noExtraTags;
  }

  setTags(key: string, tags: CardTags): void {
    const isPlain = tags.extra.length === 0 && tags.pattern === '' && !tags.isHostRight;
    this.#put(chartsParam, key, isPlain ? undefined : tags);
  }

  // One card is dropped on another: what it shows goes there, and it has no place of its own until it is split off.
  absorb(host: string, dropped: string): void {
    if (host === dropped) return;
    const guest = this.tags(dropped);
    const own = this.tags(host);
    const came = [
      { tag: dropped, isRight: guest.isHostRight, isAbsorbed: true },
      ...guest.extra.filter(({ tag }) => tag !== host),
    ];
    const known = new Set(came.map(({ tag }) => tag));
    const charts = new Map(this.view.get(chartsParam));
    charts.delete(dropped);
    charts.set(host, { ...own, extra: [...own.extra.filter(({ tag }) => !known.has(tag)), ...came] });
    this.view.set(chartsParam, charts, { isStep: true });
    this.places.unpin(dropped);
  }

  zoom(key: string): ChartZoom | undefined {
    return this.#zoomEdits.has(key) ? this.#zoomEdits.get(key) : this.view.get(zoomsParam).get(key);
  }

  setZoom(key: string, zoom: ChartZoom | undefined): void {
    const last = this.#lastZoom;
    const millis = this.now();
    if (last?.key !== key || millis - last.millis > zoomStepMilliseconds) {
      const steps = this.#zoomSteps.get(key) ?? [];
      this.#zoomSteps.set(key, [...steps, this.zoom(key)].slice(-mostZoomSteps));
    }
    this.#lastZoom = { key, millis };
    this.#putZoom(key, zoom);
  }

  // To what the card showed before its last zoom. False where there is nothing to go back to.
  stepBack(key: string): boolean {
    const steps = this.#zoomSteps.get(key) ?? [];
    if (steps.length === 0) return false;
    const zoom = steps.pop();
    this.#lastZoom = undefined;
    this.#putZoom(key, zoom);
    return true;
  }

  hasSteps(key: string): boolean {
    return (this.#zoomSteps.get(key)?.length ?? 0) > 0;
  }

  #putZoom(key: string, zoom: ChartZoom | undefined): void {
    this.#zoomEdits = new Map(this.#zoomEdits).set(key, zoom && roundedZoom(zoom));
    clearTimeout(this.#zoomTimer);
    this.#zoomTimer = setTimeout(() => this.#writeZooms(), zoomWriteMilliseconds);
  }

  // Every card shows all again; other axes mean other numbers.
  clearZooms(): void {
    clearTimeout(this.#zoomTimer);
    this.#zoomEdits = new Map();
    this.#zoomSteps.clear();
    this.view.set(zoomsParam, new Map());
    this.view.set(marksParam, new Map());
  }

  marks(key: string): readonly number[] {
    return this.view.get(marksParam).get(key) ?? noMarks;
  }

  setMarks(key: string, marks: readonly number[]): void {
    this.#put(marksParam, key, marks.length === 0 ? undefined : marks);
  }

  // The card as it was before anything was changed about it.
  reset(key: string): void {
    this.setZoom(key, undefined);
    this.setMarks(key, []);
    this.change(key, Object.fromEntries(Object.keys(this.override(key)).map((name) => [name, undefined])));
    this.setTags(key, noExtraTags);
  }

  hasChanges(key: string): boolean {
    const hasSettings = this.override(key) !== nothing || this.tags(key) !== noExtraTags;
    return hasSettings || this.zoom(key) !== undefined || this.marks(key).length > 0;
  }

  // REQUIRES: the cards are taken away.
  flush(): void {
    if (this.#zoomTimer !== undefined) this.#writeZooms();
  }

  #writeZooms(): void {
    clearTimeout(this.#zoomTimer);
    this.#zoomTimer = undefined;
    const zooms = new Map(this.view.get(zoomsParam));
    for (const [key, zoom] of this.#zoomEdits) {
      if (zoom === undefined) zooms.delete(key);
      else zooms.set(key, zoom);
    }
    this.view.set(zoomsParam, zooms);
    this.#zoomEdits = new Map();
  }

  #put<T>(param: ViewParam<ReadonlyMap<string, T>>, key: string, value: T | undefined): void {
    this.view.set(param, withEntry(this.view.get(param), key, value));
  }
}

const noMarks: readonly number[] = [];
