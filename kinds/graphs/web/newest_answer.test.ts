import { expect, test } from 'vitest';
import { NewestAnswer } from './newest_answer.svelte';

interface Pending {
  readonly question: string;
  readonly signal: AbortSignal;
  answer(text: string): void;
  fail(message: string): void;
}

function asker(): { readonly newest: NewestAnswer<string, string>; readonly asked: Pending[] } {
  const asked: Pending[] = [];
  const newest = new NewestAnswer<string, string>(
    (question, signal) =>
      new Promise((answer, fail) => {
        asked.push({ question, signal, answer, fail: (message) => fail(new Error(message)) });
      }),
  );
  return { newest, asked };
}

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test('the last answer stays until the next one comes', async () => {
  const { newest, asked } = asker();
  newest.want('a');
  expect(newest.isWaiting).toBe(true);
  asked[0]?.answer('A');
  await settle();
  newest.want('b');
  expect(newest.answer).toBe('A');
  expect(newest.question).toBe('a');
  asked[1]?.answer('B');
  await settle();
  expect(newest.answer).toBe('B');
  expect(newest.isWaiting).toBe(false);
});

test('an older answer that comes late counts for nothing', async () => {
  const { newest, asked } = asker();
  newest.want('a');
  newest.want('b');
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.answer('B');
  await settle();
  asked[0]?.answer('A');
  await settle();
  expect(newest.answer).toBe('B');
});

test('an equal question is asked once, and what is shown is not asked for', async () => {
  const { newest, asked } = asker();
  newest.want('a');
  newest.want('a');
  expect(asked).toHaveLength(1);
  asked[0]?.answer('A');
  await settle();
  newest.want('b');
  newest.want('a');
  expect(asked).toHaveLength(2);
  expect(newest.isWaiting).toBe(false);
});

test('a failure is told, and another try may help', async () => {
  const { newest, asked } = asker();
  newest.want('a');
  asked[0]?.fail('gone');
  await settle();
  expect(newest.error).toBe('gone');
  expect(newest.isWaiting).toBe(false);
  newest.retry('a');
  asked[1]?.answer('A');
  await settle();
  expect(newest.error).toBeUndefined();
  expect(newest.answer).toBe('A');
});

test('nothing wanted is nothing kept', async () => {
  const { newest, asked } = asker();
  newest.want('a');
  asked[0]?.answer('A');
  await settle();
  newest.want(undefined);
  expect(newest.answer).toBeUndefined();
  newest.want('a');
  expect(asked).toHaveLength(2);
});
