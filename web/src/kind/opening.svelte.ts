// The order in which the page comes up: what was asked for first, and what stands beside it when that is there.

// Nobody waits longer, whatever became of the first picture.
const patienceMilliseconds = 800;

export interface OpeningClock {
  later(milliseconds: number, act: () => void): void;
  afterPaint(act: () => void): void;
}

const browserClock: OpeningClock = {
  later: (milliseconds, act) => setTimeout(act, milliseconds),
  afterPaint: (act) => requestAnimationFrame(() => setTimeout(act)),
};

export class Opening {
  #isOver = $state(false);
  #isMade = false;
  #holders = 0;

  constructor(private readonly clock = browserClock) {
    clock.later(patienceMilliseconds, () => (this.#isOver = true));
  }

  // The rest of the page may be made.
  get isOver(): boolean {
    return this.#isOver;
  }

  // A part of the dashboard has a first picture to show. Returns what says that it stands, or will not come.
  hold(): () => void {
    let isHeld = true;
    this.#holders += 1;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      this.#look();
    };
  }

  // The dashboard is made. Unless one of its parts holds, there is nothing to wait for.
  made(): void {
    this.#isMade = true;
    this.#look();
  }

  #look(): void {
    // The first picture is seen before anything else is begun.
    if (this.#isMade && this.#holders === 0) this.clock.afterPaint(() => (this.#isOver = true));
  }
}
