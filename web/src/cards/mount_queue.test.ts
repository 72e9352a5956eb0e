import { expect, test } from 'vitest';
import { MountQueue } from './mount_queue';

// A queue whose frames and time pass when told; each thing made takes three milliseconds.
function makeQueue(): {
  readonly queue: MountQueue;
  readonly made: string[];
  add(name: string, rank?: number): () => void;
  frame(): void;
  pass(milliseconds: number): void;
  isWaiting(): boolean;
} {
  let now = 0;
  let next: (() => void) | undefined;
  const made: string[] = [];
  const queue = new MountQueue(
    { calm: 4, scrolling: 1, afterglow: 100 },
    () => now,
    (act) => {
      next = act;
      return 1;
    },
    () => undefined,
  );
  return {
    queue,
    made,
    add: (name, rank = 0) =>
      queue.add(
        () => rank,
        () => {
          made.push(name);
          now += 3;
        },
      ),
    frame() {
      const act = next;
      next = undefined;
      act?.();
    },
    pass: (milliseconds) => (now += milliseconds),
    isWaiting: () => next !== undefined,
  };
}

test('makes the nearest first, as many as a frame has time for', () => {
  const { made, add, frame, isWaiting } = makeQueue();
  add('far', 30);
  add('near', 10);
  add('middle', 20);
  expect(made).toEqual([]);
  frame();
  expect(made).toEqual(['near', 'middle']);
  frame();
  expect(made).toEqual(['near', 'middle', 'far']);
  expect(isWaiting()).toBe(false);
});

test('what was taken off is not made', () => {
  const { made, add, frame } = makeQueue();
  add('a');
  const removeB = add('b');
  removeB();
  frame();
  expect(made).toEqual(['a']);
});

test('while the page scrolls one is made a frame, and none in a frame in which cards changed', () => {
  const { queue, made, add, frame, pass } = makeQueue();
  ['a', 'b', 'c', 'd'].forEach((name) => add(name));
  queue.hold();
  frame();
  expect(made).toEqual([]);
  frame();
  expect(made).toEqual(['a']);
  pass(200);
  frame();
  expect(made).toEqual(['a', 'b', 'c']);
});
