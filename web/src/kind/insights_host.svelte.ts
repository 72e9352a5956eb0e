// Where the findings are, for every part of the page. Their code is fetched a while after the first picture stands, and belongs to the kind that
// shows them.
import type { Component } from 'svelte';
import type { App } from './app';
import type { InsightsState } from './insights_state.svelte';
import type { KindDefinition, PlaceInView } from './kind';

// At the head of a card: what was found about its tags.
export interface BadgeProps {
  readonly app: App;
  readonly insights: InsightsState;
  // Of the data, and the names of the tags.
  readonly kind: string;
  readonly tags: readonly string[];
}

export interface InsightsModule {
  readonly Badge: Component<BadgeProps>;
  makeInsights(app: App): InsightsState;
}

interface Loaded {
  readonly Badge: Component<BadgeProps>;
  readonly state: InsightsState;
  readonly places: ReadonlyMap<string, PlaceInView>;
}

const noPlaces: ReadonlyMap<string, PlaceInView> = new Map();

// The cards that are on screen come first.
const restMilliseconds = 1000;

export class InsightsHost {
  #loaded: Loaded | undefined = $state.raw(undefined);
  #error: string | undefined = $state(undefined);

  constructor(private readonly kinds: readonly KindDefinition[]) {}

  // Undefined until it is there.
  get state(): InsightsState | undefined {
    return this.#loaded?.state;
  }
  get Badge(): Component<BadgeProps> | undefined {
    return this.#loaded?.Badge;
  }
  // How kinds are led to, by their ids.
  get places(): ReadonlyMap<string, PlaceInView> {
    return this.#loaded?.places ?? noPlaces;
  }
  // Why it does not come.
  get error(): string | undefined {
    return this.#error;
  }

  start(app: App): void {
    $effect.root(() => {
      $effect(() => {
        if (!app.opening.isOver) return;
        const timer = setTimeout(() => void this.load(app), restMilliseconds);
        return () => clearTimeout(timer);
      });
    });
  }

  async load(app: App): Promise<void> {
    try {
      const module = await this.kinds.find((kind) => kind.loadInsights)?.loadInsights?.();
      if (module === undefined) return;
      const places = await loadPlaces(this.kinds);
      this.#loaded ??= { Badge: module.Badge, state: module.makeInsights(app), places };
    } catch (error) {
      this.#error = String(error);
    }
  }
}

async function loadPlaces(kinds: readonly KindDefinition[]): Promise<ReadonlyMap<string, PlaceInView>> {
  const found = new Map<string, PlaceInView>();
  for (const { id, loadPlace } of kinds) {
    const place = await loadPlace?.();
    if (place !== undefined) found.set(id, place);
  }
  return found;
}
