import type { CardsModel } from './cards_model.svelte';

// What a command does with the card in front, or the one under the pointer or the focus.
export function onPointed(deck: CardsModel, act: (key: string) => void): () => void {
  return () => {
    const key = deck.pointed;
    if (key !== undefined) act(key);
  };
}
