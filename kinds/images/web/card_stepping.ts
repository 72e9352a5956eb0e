// Which card goes to another step when a key is pressed: the one in full screen before the one in the grid.

export class CardStepping {
  readonly #cards = new Map<string, (by: number) => void>();
  readonly #full = new Map<string, (by: number) => void>();

  // Returns what takes it away again.
  add(key: string, isFull: boolean, step: (by: number) => void): () => void {
    const cards = isFull ? this.#full : this.#cards;
    cards.set(key, step);
    return () => {
      if (cards.get(key) === step) cards.delete(key);
    };
  }

  step(key: string, by: number): void {
    (this.#full.get(key) ?? this.#cards.get(key))?.(by);
  }
}
