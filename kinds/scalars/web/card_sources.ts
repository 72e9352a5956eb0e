// The data of cards, beyond the life of what shows them: a card that is scrolled back has its curves at once.
import type { App } from '$kind/app';
import { CardSource } from './data/card_source.svelte';
import type { RequestBudget } from './data/request_budget';

// The objects only; how many bytes they may hold is the budget's business.
const mostSources = 600;

export class CardSources {
  // In the order of their last use.
  readonly #all = new Map<string, CardSource>();

  constructor(
    private readonly app: App,
    private readonly budget: RequestBudget,
  ) {}

  take(key: string): CardSource {
    const source = this.#all.get(key) ?? new CardSource(this.app, this.budget);
    this.#all.delete(key);
    this.#all.set(key, source);
    for (const [oldest, unused] of this.#all) {
      if (this.#all.size <= mostSources) break;
      this.#all.delete(oldest);
      unused.dispose();
    }
    return source;
  }

  dispose(): void {
    this.#all.forEach((source) => source.dispose());
    this.#all.clear();
  }
}
