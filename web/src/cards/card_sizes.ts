// Cards that are not as large as the rest.
import type { ViewParam, ViewState } from '$kind/view_state.svelte';
import type { CardSize } from './card_layout';
import { withEntry } from './card_map_param';
import type { OwnSize } from './cards_params';

export interface CardSizes {
  // All that differ from a card of one column and `cardHeight`, with everything that they show.
  differing(cardHeight: number): ReadonlyMap<string, CardSize>;
  own(key: string): OwnSize;
  // Members given as undefined follow the page again.
  set(key: string, size: OwnSize): void;
}

const nothing: OwnSize = {};

// For kinds that keep them in a parameter of their own (sizesParam).
export class ViewSizes implements CardSizes {
  constructor(
    private readonly view: ViewState,
    private readonly param: ViewParam<ReadonlyMap<string, OwnSize>>,
  ) {}

  differing(cardHeight: number): ReadonlyMap<string, CardSize> {
    const entries = [...this.view.get(this.param)];
    return new Map(entries.map(([key, { span = 1, height = cardHeight }]) => [key, { span, height }]));
  }

  own(key: string): OwnSize {
    return this.view.get(this.param).get(key) ?? nothing;
  }

  set(key: string, size: OwnSize): void {
    const next = { ...this.own(key), ...size };
    const isPlain = next.span === undefined && next.height === undefined;
    this.view.set(this.param, withEntry(this.view.get(this.param), key, isPlain ? undefined : next));
  }
}
