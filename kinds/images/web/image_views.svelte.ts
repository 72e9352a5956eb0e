// Which part of its images each card shows: all cards the same part, or each its own.
import type { ViewState } from '$kind/view_state.svelte';
import { linkedViewParam, zoomParam } from './images_params';
import { wholeView, type PanZoom } from './pan_zoom';

// A hand that drags changes it faster than browsers allow an address to.
const writeMilliseconds = 300;

export class ImageViews {
  #pending: PanZoom | undefined = $state.raw(undefined);
  #own: ReadonlyMap<string, PanZoom> = $state.raw(new Map());
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: ViewState) {}

  of(card: string): PanZoom {
    if (!this.view.get(linkedViewParam)) return this.#own.get(card) ?? wholeView;
    return this.#pending ?? this.view.get(zoomParam);
  }

  set(card: string, seen: PanZoom): void {
    if (!this.view.get(linkedViewParam)) {
      this.#own = new Map(this.#own).set(card, seen);
      return;
    }
    this.#pending = seen;
    this.#timer ??= setTimeout(() => this.flush(), writeMilliseconds);
  }

  // Writes the address now.
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending !== undefined) this.view.set(zoomParam, this.#pending);
    this.#pending = undefined;
  }
}
