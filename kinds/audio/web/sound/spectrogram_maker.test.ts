import { describe, expect, it } from 'vitest';
import type { SpectrogramRequest } from './spectrogram';
import { SpectrogramMaker } from './spectrogram_maker';
import type { SpectrogramAnswer, SpectrogramTask } from './spectrogram_worker';

const request = (): SpectrogramRequest => ({
  samples: new Float32Array(4),
  rate: 8000,
  columns: 1,
  rows: 1,
  scale: 'mel',
});
const { signal } = new AbortController();

class Threads {
  readonly posted: SpectrogramTask[] = [];
  started = 0;
  #onAnswer: (answer: SpectrogramAnswer) => void = () => undefined;
  fail: () => void = () => undefined;

  readonly maker = new SpectrogramMaker((onAnswer, onFailure) => {
    this.started += 1;
    this.#onAnswer = onAnswer;
    this.fail = onFailure;
    return { post: (task) => this.posted.push(task), close: () => undefined };
  });

  answer(): void {
    const task = this.posted.at(-1);
    if (task !== undefined) this.#onAnswer({ id: task.id, columns: 1, rows: 1, decibels: new Float32Array([-3]) });
  }
}

describe('SpectrogramMaker', () => {
  it('makes one at a time and keeps it', async () => {
    const threads = new Threads();
    const first = threads.maker.make('a', request, signal);
    const second = threads.maker.make('b', request, signal);
    expect(threads.posted).toHaveLength(1);
    threads.answer();
    expect((await first).decibels[0]).toBe(-3);
    expect(threads.posted).toHaveLength(2);
    threads.answer();
    await second;
    await threads.maker.make('a', request, signal);
    expect(threads.posted).toHaveLength(2);
    expect(threads.started).toBe(1);
  });

  it('does not make what was given up', async () => {
    const threads = new Threads();
    const abort = new AbortController();
    const first = threads.maker.make('a', request, signal);
    const second = threads.maker.make('b', request, abort.signal);
    abort.abort();
    await expect(second).rejects.toThrow('aborted');
    threads.answer();
    await first;
    expect(threads.posted).toHaveLength(1);
  });

  it('goes on after a worker broke down', async () => {
    const threads = new Threads();
    const first = threads.maker.make('a', request, signal);
    const second = threads.maker.make('b', request, signal);
    threads.fail();
    await expect(first).rejects.toThrow();
    threads.answer();
    await second;
    expect(threads.started).toBe(2);
  });
});
