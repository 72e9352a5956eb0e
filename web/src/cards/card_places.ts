// Where cards stand that somebody pinned or moved, read from the view and written to it.
import type { ViewState } from '$kind/view_state.svelte';
import type { CardsParams } from './cards_params';

export class CardPlaces {
  constructor(
    private readonly view: ViewState,
    private readonly params: Pick<CardsParams, 'pins' | 'moves'>,
  ) {}

  get pins(): readonly string[] {
    return this.view.get(this.params.pins);
  }

  isPinned(key: string): boolean {
    return this.pins.includes(key);
  }

  togglePin(key: string): void {
    if (this.isPinned(key)) this.unpin(key);
    else this.#setPins([...this.pins, key]);
  }

  unpin(key: string): void {
    if (this.isPinned(key)) this.#setPins(this.pins.filter((pin) => pin !== key));
  }

  clearPins(): void {
    this.#setPins([]);
  }

  // Pins are a list; other cards remember beside whom they stand.
  move(card: string, other: string, isAfter: boolean): void {
    if (card === other) return;
    if (this.isPinned(card) || this.isPinned(other)) {
      const rest = this.pins.filter((pin) => pin !== card);
      const at = rest.indexOf(other);
      if (at < 0) return this.unpin(card);
      this.#setPins([...rest.slice(0, at + Number(isAfter)), card, ...rest.slice(at + Number(isAfter))]);
      return;
    }
    const moves = this.view.get(this.params.moves).filter((move) => move.card !== card);
    this.view.set(this.params.moves, [...moves, { card, other, isAfter }], { isStep: true });
  }

  #setPins(pins: readonly string[]): void {
    this.view.set(this.params.pins, pins, { isStep: true });
  }
}
