// The step that was pointed at or pinned last, on whatever page: a page that is opened after it marks that step in its own pictures, and
// cards of one page show where the pointer is in another. Pointers report more often than a screen is drawn: one change a frame.

interface Pointing {
  // undefined: the pointer left.
  readonly step: number | undefined;
  readonly owner: string;
  readonly page: string;
}

export class StepCursor {
  // While the pointer is on something.
  #pointing: Pointing | undefined = $state.raw(undefined);
  // What is left of it, and of pins.
  #mark: { readonly step: number; readonly page: string } | undefined = $state.raw(undefined);
  #next: Pointing | undefined;
  #isWaiting = false;

  constructor(private readonly nextFrame: (act: () => void) => void = (act) => requestAnimationFrame(act)) {}

  // The last one, wherever that was.
  get step(): number | undefined {
    return this.#pointing?.step ?? this.#mark?.step;
  }

  // What `owner`, a card or chart of `page`, shows: where the pointer is now, unless it is on itself; else the step that was marked on another
  // page. Marks of its own page it draws itself.
  seenBy(owner: string, page: string): number | undefined {
    if (this.#pointing !== undefined) return this.#pointing.owner === owner ? undefined : this.#pointing.step;
    return this.#mark === undefined || this.#mark.page === page ? undefined : this.#mark.step;
  }

  // undefined: the pointer left `owner`.
  point(step: number | undefined, owner: string, page: string): void {
    // One that is left late must not take the cursor away from the one that was entered.
    if (step === undefined && this.#next !== undefined && this.#next.owner !== owner) return;
    this.#next = { step, owner, page };
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.nextFrame(() => {
      this.#isWaiting = false;
      this.#take();
    });
  }

  pin(step: number, page: string): void {
    this.#mark = { step, page };
  }

  clear(): void {
    this.#next = undefined;
    this.#pointing = undefined;
    this.#mark = undefined;
  }

  #take(): void {
    const next = this.#next;
    if (next === undefined) return;
    if (next.step === undefined) {
      this.#pointing = undefined;
      this.#next = undefined;
      return;
    }
    this.#pointing = next;
    this.#mark = { step: next.step, page: next.page };
  }
}
