// The answer to what is asked now. Only the newest question is on its way; until its answer is there the last one stays.
import { isAborted } from '$api/server';

export class NewestAnswer<Q, T> {
  #value: { readonly question: Q; readonly key: string; readonly answer: T } | undefined = $state.raw(undefined);
  #error: string | undefined = $state(undefined);
  #isWaiting = $state(false);
  #key: string | undefined;
  #request: AbortController | undefined;

  constructor(private readonly ask: (question: Q, signal: AbortSignal) => Promise<T>) {}

  // The last answer that came, perhaps to an earlier question.
  get answer(): T | undefined {
    return this.#value?.answer;
  }
  // What that was the answer to.
  get question(): Q | undefined {
    return this.#value?.question;
  }
  get error(): string | undefined {
    return this.#error;
  }
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  // Undefined: nothing is wanted, and nothing is kept. An equal question is not asked again.
  want(question: Q | undefined): void {
    if (question === undefined) {
      this.stop();
      this.#value = undefined;
      this.#error = undefined;
      this.#key = undefined;
      return;
    }
    const key = JSON.stringify(question);
    if (key === this.#key) return;
    this.#key = key;
    if (key === this.#value?.key) {
      this.stop();
      this.#error = undefined;
    } else void this.#fetch(question, key);
  }

  // Asks once more for what is wanted.
  retry(question: Q): void {
    this.#key = JSON.stringify(question);
    void this.#fetch(question, this.#key);
  }

  stop(): void {
    this.#request?.abort();
    this.#request = undefined;
    this.#isWaiting = false;
  }

  async #fetch(question: Q, key: string): Promise<void> {
    this.stop();
    const request = new AbortController();
    this.#request = request;
    this.#isWaiting = true;
    try {
      const answer = await this.ask(question, request.signal);
      if (this.#request !== request) return;
      this.#value = { question, key, answer };
      this.#error = undefined;
    } catch (error) {
      if (this.#request !== request || isAborted(error)) return;
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#isWaiting = false;
  }
}
