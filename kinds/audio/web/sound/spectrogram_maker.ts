// Spectrograms by a worker, one at a time; what nobody wants any more before its turn is not made. The last ones are kept.
import type { Spectrogram, SpectrogramRequest } from './spectrogram';
import type { SpectrogramAnswer, SpectrogramTask } from './spectrogram_worker';

// What a thread is to the maker. Tests put their own in its place.
export interface SpectrogramThread {
  post(task: SpectrogramTask): void;
  close(): void;
}

export type StartSpectrogramThread = (
  onAnswer: (answer: SpectrogramAnswer) => void,
  onFailure: () => void,
) => SpectrogramThread;

interface Waiting {
  readonly key: string;
  make(): SpectrogramRequest;
  resolve(spectrogram: Spectrogram): void;
  reject(error: unknown): void;
}

const mostKept = 48;

function startWorker(onAnswer: (answer: SpectrogramAnswer) => void, onFailure: () => void): SpectrogramThread {
  const worker = new Worker(new URL('./spectrogram_worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<SpectrogramAnswer>) => onAnswer(event.data));
  worker.addEventListener('error', onFailure);
  return { post: (task) => worker.postMessage(task), close: () => worker.terminate() };
}

export class SpectrogramMaker {
  readonly #start: StartSpectrogramThread;
  #thread: SpectrogramThread | undefined;
  #running: Waiting | undefined;
  #id = 0;
  // The oldest first.
  #waiting: readonly Waiting[] = [];
  readonly #kept = new Map<string, Spectrogram>();

  constructor(start: StartSpectrogramThread = startWorker) {
    this.#start = start;
  }

  // `key` names the result; `make` is called when its turn has come.
  make(key: string, make: () => SpectrogramRequest, signal: AbortSignal): Promise<Spectrogram> {
    const known = this.#kept.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { key, make, resolve, reject };
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(new DOMException('aborted', 'AbortError'));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting = [...this.#waiting, waiting];
      this.#next();
    });
  }

  close(): void {
    this.#thread?.close();
    this.#thread = undefined;
  }

  #next(): void {
    const [next, ...rest] = this.#waiting;
    if (next === undefined || this.#running !== undefined) return;
    this.#waiting = rest;
    this.#running = next;
    this.#id += 1;
    this.#thread ??= this.#start(
      (answer) => this.#take(answer),
      () => this.#fail(),
    );
    this.#thread.post({ id: this.#id, ...next.make() });
  }

  #take({ id, ...spectrogram }: SpectrogramAnswer): void {
    const done = this.#running;
    if (done === undefined || id !== this.#id) return;
    this.#running = undefined;
    this.#kept.set(done.key, spectrogram);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= mostKept) break;
      this.#kept.delete(oldest);
    }
    done.resolve(spectrogram);
    this.#next();
  }

  // A worker that broke down is replaced for the next one.
  #fail(): void {
    this.close();
    this.#running?.reject(new Error('spectrogram'));
    this.#running = undefined;
    this.#next();
  }
}
