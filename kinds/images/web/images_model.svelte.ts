// What the cards of the images share.
import { withEntry } from '$cards/card_map_param';
import { ViewSizes } from '$cards/card_sizes';
import { CardsModel } from '$cards/cards_model.svelte';
import type { App } from '$kind/app';
import { LinkedStep } from '$media/linked_step.svelte';
import { LoadQueue } from '$media/load_queue';
import { MediaSteps, type StepsWanted } from '$media/media_steps.svelte';
import { CardStepping } from './card_stepping';
import { ImageStore } from './image_store';
import { ImageViews } from './image_views.svelte';
import { brightnessParam, contrastParam, deckParams, sampleParam, sizes, steps } from './images_params';

// Steps of cards that were scrolled away; the longest unseen go first.
const mostKept = 40;

export class ImagesModel {
  readonly deck: CardsModel;
  readonly queue = new LoadQueue();
  readonly store: ImageStore;
  readonly linked: LinkedStep;
  readonly views: ImageViews;
  readonly stepping = new CardStepping();
  readonly #kept = new Map<string, MediaSteps>();

  // One object for all cards while the choice of runs stays.
  readonly #runs = $derived.by((): Omit<StepsWanted, 'tagId'> => {
    const { runs } = this.app;
    return { runs: runs.selected, areAllRuns: runs.isEverything };
  });

  // For a picture's style.
  readonly filter = $derived.by(() => {
    const brightness = this.app.view.get(brightnessParam);
    const contrast = this.app.view.get(contrastParam);
    return brightness === 1 && contrast === 1 ? 'none' : `brightness(${brightness}) contrast(${contrast})`;
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: App) {
    this.deck = new CardsModel(app, {
      kind: 'images',
      params: deckParams,
      sizes: new ViewSizes(app.view, sizes),
      proportion: { width: 1, height: 1.35 },
    });
    this.store = new ImageStore(app.server, this.queue);
    this.linked = new LinkedStep(app.view, steps);
    this.views = new ImageViews(app.view);
    $effect(() => () => {
      this.linked.flush();
      this.views.flush();
      for (const one of this.#kept.values()) one.dispose();
      this.store.clear();
    });
  }

  wanted(tagId: string): StepsWanted {
    return { tagId, ...this.#runs };
  }

  newSteps(): MediaSteps {
    return new MediaSteps(this.app, 'images', this.queue);
  }

  // Those that a card had when it was last seen, or new ones. Given back by leaveSteps().
  takeSteps(key: string): MediaSteps {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept ?? this.newSteps();
  }

  leaveSteps(key: string, left: MediaSteps): void {
    left.hide();
    this.#kept.get(key)?.dispose();
    this.#kept.set(key, left);
    for (const [other, one] of this.#kept) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(other);
      one.dispose();
    }
  }

  sampleOf(key: string): number {
    return this.app.view.get(sampleParam).get(key) ?? 0;
  }

  setSample(key: string, sample: number): void {
    const { view } = this.app;
    view.set(sampleParam, withEntry(view.get(sampleParam), key, sample === 0 ? undefined : sample));
  }

  nameOf(runId: string, runName: string): string {
    const run = this.app.runs.find(runId);
    return run === undefined ? runName : this.app.runs.label(run);
  }
}
