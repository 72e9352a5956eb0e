// Goes from step to step at a speed, but never past what has not come yet: a slow server makes a slow film, not one with holes.

export interface Film {
  // To the next step; false: there is none.
  advance(): boolean;
  // What the last advance() asked for is on screen.
  isReady(): boolean;
  readonly perSecond: number;
}

export const filmSpeeds: readonly number[] = [1, 2, 5, 10, 25, 50];
// Without an end a picture that never comes would stop the film.
const mostWaitMilliseconds = 2000;
const readyMilliseconds = 8;

export class StepPlayer {
  #isPlaying = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  start(film: Film): void {
    this.stop();
    this.#isPlaying = true;
    this.#next(film);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPlaying = false;
  }

  #next(film: Film): void {
    if (!film.advance()) return this.stop();
    this.#wait(film, performance.now());
  }

  #wait(film: Film, since: number): void {
    const passed = performance.now() - since;
    const rest = 1000 / film.perSecond - passed;
    const isHeld = !film.isReady() && passed < mostWaitMilliseconds;
    if (rest <= 0 && !isHeld) return this.#next(film);
    this.#timer = setTimeout(() => this.#wait(film, since), Math.max(rest, readyMilliseconds));
  }
}
