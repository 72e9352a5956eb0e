// How often a card that changes all the time asks for what is new.

const fewestMilliseconds = 50;
// After an answer the card rests as long as the answer took: never more than half of the time is spent on it.
const restFactor = 2;
const firstBackoff = 500;
const mostBackoff = 30_000;

export class LivePace {
  #begunAt = -Infinity;
  #duration = 0;
  #failures = 0;
  #failedAt = 0;

  // Milliseconds that the last answer took.
  get duration(): number {
    return this.#duration;
  }

  begin(now: number): void {
    this.#begunAt = now;
  }

  succeed(now: number): void {
    this.#duration = now - this.#begunAt;
    this.#failures = 0;
  }

  fail(now: number): void {
    this.#failures += 1;
    this.#failedAt = now;
  }

  // Milliseconds until the next request for what is new may go out.
  wait(now: number): number {
    const pause = Math.max(fewestMilliseconds, this.#duration * restFactor);
    return Math.max(0, this.#begunAt + pause - now, this.backoff(now));
  }

  // Milliseconds until something that failed may be tried again.
  backoff(now: number): number {
    if (this.#failures === 0) return 0;
    return Math.max(0, this.#failedAt + Math.min(mostBackoff, firstBackoff * 2 ** (this.#failures - 1)) - now);
  }
}
