// What part of its chart each card shows, read from the view and written to it.
import { roundedZoom } from '$cards/chart_zooms_param';
import type { ChartZoom } from '$charts/chart_zoom';
import type { ViewState } from '$kind/view_state.svelte';
import { zoomsParam } from './distributions_params';

// A wheel turns many times a second; browsers refuse so many changes of the address.
const writeMilliseconds = 250;

export class ZoomBook {
  // Not yet in the address.
  #edits: ReadonlyMap<string, ChartZoom | undefined> = $state.raw(new Map());
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: ViewState) {}

  of(key: string): ChartZoom | undefined {
    return this.#edits.has(key) ? this.#edits.get(key) : this.view.get(zoomsParam).get(key);
  }

  set(key: string, zoom: ChartZoom | undefined): void {
    this.#edits = new Map(this.#edits).set(key, zoom && roundedZoom(zoom));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), writeMilliseconds);
  }

  // Every card shows all again; another axis means other numbers.
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#edits = new Map();
    this.view.set(zoomsParam, new Map());
  }

  // Writes the address now.
  flush(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const zooms = new Map(this.view.get(zoomsParam));
    for (const [key, zoom] of this.#edits) {
      if (zoom === undefined) zooms.delete(key);
      else zooms.set(key, zoom);
    }
    this.view.set(zoomsParam, zooms);
    this.#edits = new Map();
  }
}
