// At which step each card stands: one step for all, of which every card shows the nearest that it has, or each card its own. A card that was
// never moved shows the newest.
import type { ViewState } from '$kind/view_state.svelte';
import { areSameSteps, parseStep, type Step, type StepColumn } from './step_column';
import { stepParams, type StepParams } from './step_params';

export { stepParams, type StepParams };

// A slider under the finger and a film change faster than browsers allow an address to.
const writeMilliseconds = 300;

export class LinkedStep {
  readonly #view: ViewState;
  readonly #params: StepParams;
  // What is not in the address yet.
  #pendingStep: { readonly step: Step | undefined } | undefined = $state.raw(undefined);
  #pendingOwn: ReadonlyMap<string, Step | undefined> | undefined = $state.raw(undefined);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #own = $derived.by(() => this.#pendingOwn ?? readOwn(this.#view.get(this.#params.own)));

  constructor(view: ViewState, params: StepParams) {
    this.#view = view;
    this.#params = params;
  }

  get isLinked(): boolean {
    return this.#view.get(this.#params.isLinked);
  }
  set isLinked(isLinked: boolean) {
    this.#view.set(this.#params.isLinked, isLinked, { isStep: true });
  }

  // undefined: the newest.
  stepOf(card: string): Step | undefined {
    // Where they were linked cards stay when they no longer are, until they are moved.
    if (!this.isLinked && this.#own.has(card)) return this.#own.get(card);
    return this.#pendingStep === undefined ? this.#view.get(this.#params.step) : this.#pendingStep.step;
  }

  // Where the card stands among its steps; -1 if it has none.
  indexOf(card: string, steps: StepColumn): number {
    const step = this.stepOf(card);
    return step === undefined ? steps.length - 1 : steps.nearest(step);
  }

  set(card: string, step: Step | undefined): void {
    if (this.isLinked) this.#pendingStep = { step };
    else this.#pendingOwn = new Map(this.#own).set(card, step);
    this.#timer ??= setTimeout(() => this.flush(), writeMilliseconds);
  }

  // The last step is where the newest will come: a card that is moved there follows it.
  setIndex(card: string, steps: StepColumn, index: number): void {
    const step = steps.at(index);
    if (step === undefined || areSameSteps(step, this.stepOf(card))) return;
    this.set(card, index === steps.length - 1 ? undefined : step);
  }

  // Links all cards at the step of this one, or unlinks them.
  toggle(card: string): void {
    const step = this.stepOf(card);
    this.isLinked = !this.isLinked;
    if (this.isLinked) this.set(card, step);
  }

  // Writes the address now.
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pendingStep !== undefined) this.#view.set(this.#params.step, this.#pendingStep.step);
    if (this.#pendingOwn !== undefined) {
      this.#view.set(
        this.#params.own,
        [...this.#pendingOwn].map(([card, step]) => `${card}@${step ?? ''}`),
      );
    }
    this.#pendingStep = undefined;
    this.#pendingOwn = undefined;
  }
}

function readOwn(list: readonly string[]): ReadonlyMap<string, Step | undefined> {
  const own = new Map<string, Step | undefined>();
  for (const one of list) {
    const at = one.lastIndexOf('@');
    if (at > 0) own.set(one.slice(0, at), parseStep(one.slice(at + 1)));
  }
  return own;
}
