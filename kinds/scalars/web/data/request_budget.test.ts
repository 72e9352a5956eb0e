import { expect, it } from 'vitest';
import { MemoryBudget } from './memory_budget';
import { RequestBudget, type Urgency } from './request_budget';

class Tasks {
  readonly started: string[] = [];
  readonly #finish = new Map<string, () => void>();
  readonly #budget: RequestBudget;

  constructor(budget: RequestBudget) {
    this.#budget = budget;
  }

  add(name: string, urgency: Urgency = 'seen', signal = new AbortController().signal): Promise<string> {
    return this.#budget.run(urgency, signal, () => {
      this.started.push(name);
      return new Promise((resolve) => this.#finish.set(name, () => resolve(name)));
    });
  }

  async finish(name: string): Promise<void> {
    this.#finish.get(name)?.();
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  }
}

it('runs a few at once, the newest of those that wait first', async () => {
  const tasks = new Tasks(new RequestBudget(2));
  for (const name of ['a', 'b', 'c', 'd']) void tasks.add(name);
  expect(tasks.started).toEqual(['a', 'b']);
  await tasks.finish('a');
  expect(tasks.started).toEqual(['a', 'b', 'd']);
  await tasks.finish('b');
  await tasks.finish('d');
  expect(tasks.started).toEqual(['a', 'b', 'd', 'c']);
});

it('serves the more urgent first', async () => {
  const tasks = new Tasks(new RequestBudget(1));
  void tasks.add('a');
  void tasks.add('live', 'live');
  void tasks.add('seen', 'seen');
  void tasks.add('idle', 'idle');
  for (const name of ['a', 'live', 'seen']) await tasks.finish(name);
  expect(tasks.started).toEqual(['a', 'live', 'seen', 'idle']);
});

it('never runs what was given up while it waited, and goes on after a failure', async () => {
  const budget = new RequestBudget(1);
  const tasks = new Tasks(budget);
  const controller = new AbortController();
  const failing = budget.run('seen', new AbortController().signal, () => Promise.reject(new Error('no')));
  const waiting = tasks.add('given up', 'seen', controller.signal);
  const next = tasks.add('next');
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(failing).rejects.toThrow('no');
  await tasks.finish('next');
  expect(await next).toBe('next');
  expect(tasks.started).toEqual(['next']);
  await expect(tasks.add('late', 'seen', controller.signal)).rejects.toMatchObject({ name: 'AbortError' });
});

it('drops the longest hidden when memory is short', () => {
  const dropped: string[] = [];
  const holder = (name: string): { drop(): void } => ({ drop: () => dropped.push(name) });
  const memory = new MemoryBudget(100, 3);
  const [a, b, c, d] = [holder('a'), holder('b'), holder('c'), holder('d')];
  memory.add(a, 40);
  memory.add(b, 40);
  memory.add(a, 40);
  expect(memory.bytes).toBe(80);
  memory.add(c, 40);
  expect(dropped).toEqual(['b']);
  memory.remove(a);
  expect(memory.bytes).toBe(40);
  memory.add(a, 1);
  memory.add(b, 1);
  memory.add(d, 1);
  expect(dropped).toEqual(['b', 'c']);
  memory.add(c, 101);
  expect(memory.bytes).toBe(0);
});
