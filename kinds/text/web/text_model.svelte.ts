// What the cards of the texts share.
import { ViewSizes } from '$cards/card_sizes';
import { withEntry } from '$cards/card_map_param';
import { CardsModel } from '$cards/cards_model.svelte';
import type { App } from '$kind/app';
import { LinkedStep } from '$media/linked_step.svelte';
import { LoadQueue } from '$media/load_queue';
import { makeMarker, type Find } from './find_marks';
import {
  compareParam,
  deckParams,
  findParam,
  formParam,
  sizesOfTexts,
  stepsFormParam,
  stepsOfTexts,
  type Compared,
  type StepsForm,
  type TextForm,
} from './text_params';
import { TextQuery, type TextHit } from './text_query.svelte';
import { TextStore } from './text_store';

// Lines want more room than curves.
const proportion = { width: 1.3, height: 1.5 };

export class TextModel {
  readonly deck: CardsModel;
  readonly queue = new LoadQueue();
  readonly store: TextStore;
  readonly linked: LinkedStep;
  readonly query: TextQuery;
  #isSearching = $state(false);
  // The text that somebody went to: its card brings it into view.
  #goal: { readonly card: string; readonly runId: string } | undefined = $state.raw(undefined);

  readonly form: TextForm = $derived.by(() => this.app.view.get(formParam));
  readonly stepsForm: StepsForm = $derived.by(() => this.app.view.get(stepsFormParam));
  readonly find: Find | undefined = $derived.by(() => this.app.view.get(findParam));
  readonly marker = $derived.by(() => this.find && makeMarker(this.find));

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: App) {
    this.deck = new CardsModel(app, {
      kind: 'text',
      params: deckParams,
      sizes: new ViewSizes(app.view, sizesOfTexts),
      proportion,
    });
    this.store = new TextStore(app.server, this.queue);
    this.linked = new LinkedStep(app.view, stepsOfTexts);
    this.query = new TextQuery(app.server);
    this.#isSearching = app.view.get(findParam) !== undefined;
    $effect(() => () => {
      this.linked.flush();
      this.query.cancel();
    });
  }

  get isSearching(): boolean {
    return this.#isSearching;
  }

  openSearch(): void {
    this.#isSearching = true;
  }

  // The marks stay.
  hideSearch(): void {
    this.#isSearching = false;
  }

  // The marks go with it.
  closeSearch(): void {
    this.#isSearching = false;
    this.setFind(undefined);
  }

  setFind(find: Find | undefined): void {
    this.app.view.set(findParam, find);
  }

  setForm(form: TextForm): void {
    this.app.view.set(formParam, form);
  }

  setStepsForm(form: StepsForm): void {
    this.app.view.set(stepsFormParam, form, { isStep: true });
  }

  compared(key: string): Compared | undefined {
    return this.app.view.get(compareParam).get(key);
  }

  compare(key: string, compared: Compared | undefined): void {
    this.app.view.set(compareParam, withEntry(this.app.view.get(compareParam), key, compared));
  }

  get goal(): { readonly card: string; readonly runId: string } | undefined {
    return this.#goal;
  }

  reachGoal(): void {
    this.#goal = undefined;
  }

  // Goes to one text: its card, its step, its run.
  show({ tagId, runId, step }: Pick<TextHit, 'tagId' | 'runId' | 'step'>): void {
    const tag = this.deck.tags.index.findById(tagId);
    if (tag === undefined) return;
    const card = this.deck.tags.index.keyOf(tag);
    if (this.stepsForm === 'list') this.setStepsForm('slider');
    this.compare(card, undefined);
    this.linked.set(card, step);
    this.#goal = { card, runId };
    this.deck.reveal(card, false);
  }
}
