import { expect, it } from 'vitest';
import { LoadQueue } from './load_queue';

class Tasks {
  readonly started: string[] = [];
  readonly #finish = new Map<string, () => void>();

  constructor(private readonly queue: LoadQueue) {}

  add(name: string, distance: () => number = () => 0, signal = new AbortController().signal): Promise<string> {
    const task = (): Promise<string> => {
      this.started.push(name);
      return new Promise((resolve) => this.#finish.set(name, () => resolve(name)));
    };
    return this.queue.run(task, { signal, distance });
  }

  async finish(name: string): Promise<void> {
    this.#finish.get(name)?.();
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  }
}

it('starts six at once and then the nearest', async () => {
  const tasks = new Tasks(new LoadQueue());
  for (let i = 0; i < 6; i += 1) void tasks.add(String(i));
  let far = 1;
  void tasks.add('was near', () => far);
  void tasks.add('middle', () => 5);
  expect(tasks.started).toHaveLength(6);
  // The user scrolled on.
  far = 100;
  await tasks.finish('0');
  await tasks.finish('1');
  expect(tasks.started.slice(6)).toEqual(['middle', 'was near']);
});

it('starts the newest of those equally near', async () => {
  const tasks = new Tasks(new LoadQueue(1));
  for (const name of ['a', 'b', 'c']) void tasks.add(name);
  await tasks.finish('a');
  expect(tasks.started).toEqual(['a', 'c']);
});

it('never starts what was given up, and goes on after a failure', async () => {
  const queue = new LoadQueue(1);
  const tasks = new Tasks(queue);
  const gone = new AbortController();
  const failing = queue.run(() => Promise.reject(new Error('no')), { signal: new AbortController().signal });
  const waiting = tasks.add('gone', undefined, gone.signal);
  void tasks.add('next', () => Infinity);
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(failing).rejects.toThrow('no');
  await Promise.resolve();
  expect(tasks.started).toEqual(['next']);
  await expect(tasks.add('late', undefined, gone.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(queue.length).toBe(1);
});
