// How many requests of the cards are under way at once. A page of cards that all ask at the same time would fill the browser's few
// connections, and what the user looks at now would wait for what was scrolled past.
import { MemoryBudget } from './memory_budget';

// The first is served first: a few new points of a curve on screen, cards on screen, and what nobody waits for.
export type Urgency = 'live' | 'seen' | 'idle';

const order: Readonly<Record<Urgency, number>> = { live: 0, seen: 1, idle: 2 };

interface Waiting {
  readonly urgency: Urgency;
  start(): void;
}

export class RequestBudget {
  // Shared by the same cards.
  readonly memory: MemoryBudget;
  readonly #atOnce: number;
  #running = 0;
  // The newest last.
  #waiting: readonly Waiting[] = [];

  // HTTP/1.1 gives a page six connections; one is the live stream, and one is left for everything else.
  constructor(atOnce = 4, memory = new MemoryBudget()) {
    this.#atOnce = atOnce;
    this.memory = memory;
  }

  // Runs the task when there is room: the more urgent first, of these the newest. An aborted one that still waits is never run.
  run<T>(urgency: Urgency, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refuse = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(abortError());
      };
      const start = (): void => {
        signal.removeEventListener('abort', refuse);
        this.#running += 1;
        task()
          .then(resolve, reject)
          .finally(() => {
            this.#running -= 1;
            this.#startNext();
          });
      };
      const waiting: Waiting = { urgency, start };
      if (signal.aborted) return reject(abortError());
      if (this.#running < this.#atOnce) return start();
      signal.addEventListener('abort', refuse, { once: true });
      this.#waiting = [...this.#waiting, waiting];
    });
  }

  #startNext(): void {
    let next: Waiting | undefined;
    for (const one of this.#waiting) {
      if (next === undefined || order[one.urgency] <= order[next.urgency]) next = one;
    }
    if (next === undefined || this.#running >= this.#atOnce) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.start();
  }
}

function abortError(): DOMException {
  return new DOMException('aborted', 'AbortError');
}
