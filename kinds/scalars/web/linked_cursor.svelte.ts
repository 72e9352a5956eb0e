// The place along x under the pointer, which all cards show. Pointers report more often than a screen is drawn: one change a frame.
import type { ChartCursor } from '$charts/chart_zoom';

export class LinkedCursor {
  #cursor: ChartCursor | undefined = $state.raw(undefined);
  #owner: string | undefined = $state(undefined);
  #next: { readonly cursor: ChartCursor | undefined; readonly owner: string } | undefined;
  #frame: number | undefined;

  // What a card shows of it: nothing if the pointer is on the card itself.
  seenBy(key: string): ChartCursor | undefined {
    return this.#owner === key ? undefined : this.#cursor;
  }

  set(cursor: ChartCursor | undefined, owner: string): void {
    // A card that is left late must not take the cursor away from the one that was entered.
    if (cursor === undefined && this.#next !== undefined && this.#next.owner !== owner) return;
    this.#next = { cursor, owner };
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      const next = this.#next;
      if (next === undefined) return;
      this.#cursor = next.cursor;
      this.#owner = next.owner;
      if (next.cursor === undefined) this.#next = undefined;
    });
  }

  stop(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }
}
