// At most a few requests at once, the nearest to the eye first. What was scrolled past is given up before it is sent.

export interface LoadOptions {
  readonly signal: AbortSignal;
  // How far from what is looked at; asked whenever a place becomes free. The smallest goes first, of equal ones the newest.
  readonly distance?: () => number;
}

interface Waiting {
  distance(): number;
  start(): void;
}

export class LoadQueue {
  readonly #atOnce: number;
  #running = 0;
  // The oldest first.
  #waiting: readonly Waiting[] = [];

  // A browser opens six connections to one server.
  constructor(atOnce = 6) {
    this.#atOnce = atOnce;
  }

  get length(): number {
    return this.#waiting.length + this.#running;
  }

  run<T>(task: (signal: AbortSignal) => Promise<T>, { signal, distance = () => 0 }: LoadOptions): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) return reject(abortError());
      const refuse = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(abortError());
      };
      const start = (): void => {
        signal.removeEventListener('abort', refuse);
        this.#running += 1;
        task(signal)
          .then(resolve, reject)
          .finally(() => {
            this.#running -= 1;
            this.#startNext();
          });
      };
      const waiting: Waiting = { distance, start };
      if (this.#running < this.#atOnce) return start();
      signal.addEventListener('abort', refuse, { once: true });
      this.#waiting = [...this.#waiting, waiting];
    });
  }

  #startNext(): void {
    let next: Waiting | undefined;
    let least = Infinity;
    for (const one of this.#waiting) {
      const distance = one.distance();
      if (next !== undefined && distance > least) continue;
      next = one;
      least = distance;
    }
    if (next === undefined || this.#running >= this.#atOnce) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.start();
  }
}

function abortError(): DOMException {
  return new DOMException('aborted', 'AbortError');
}
