// Charts are made a few in each frame, so that scrolling never waits for them: until its turn comes a card shows its frame.
import { flushSync } from 'svelte';

export interface MountPace {
  // Milliseconds of a frame that may go into making charts; one is made in any case.
  readonly calm: number;
  readonly scrolling: number;
  // How long after the last movement the page still counts as scrolling.
  readonly afterglow: number;
}

const usualPace: MountPace = { calm: 12, scrolling: 2, afterglow: 200 };

export class MountQueue {
  readonly #waiting: { readonly rank: () => number; readonly make: () => void }[] = [];
  #frame: number | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;
  #isHeld = false;

  constructor(
    private readonly pace = usualPace,
    private readonly now: () => number = () => performance.now(),
    private readonly nextFrame: (act: () => void) => number = (act) => requestAnimationFrame(act),
    // What was asked for is made here and now, so that its time is seen.
    private readonly settle: () => void = () => flushSync(),
  ) {}

  // The smallest rank is made first. Returns what takes it off the queue again.
  add(rank: () => number, make: () => void): () => void {
    const entry = { rank, make };
    this.#waiting.push(entry);
    this.#frame ??= this.nextFrame(() => this.#work());
    return () => {
      const at = this.#waiting.indexOf(entry);
      if (at >= 0) this.#waiting.splice(at, 1);
    };
  }

  // Cards came and went in this frame, which is enough for one.
  hold(): void {
    this.#isHeld = true;
    this.#movedAt = this.now();
  }

  #work(): void {
    if (this.#isHeld) {
      this.#isHeld = false;
      this.#frame = this.nextFrame(() => this.#work());
      return;
    }
    const begin = this.now();
    const isScrolling = begin - this.#movedAt < this.pace.afterglow;
    const milliseconds = isScrolling ? this.pace.scrolling : this.pace.calm;
    const order = this.#waiting.map((entry) => ({ entry, rank: entry.rank() })).sort((a, b) => a.rank - b.rank);
    for (const { entry } of order) {
      const at = this.#waiting.indexOf(entry);
      if (at < 0) continue;
      this.#waiting.splice(at, 1);
      entry.make();
      this.settle();
      if (this.now() - begin >= milliseconds) break;
    }
    this.#frame = this.#waiting.length > 0 ? this.nextFrame(() => this.#work()) : undefined;
  }
}
