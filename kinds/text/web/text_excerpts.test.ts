import { expect, test } from 'vitest';
import { fakeStepSeries } from './fake_step_series';
import { TextExcerpts, type LoadTexts } from './text_excerpts.svelte';
import type { TextValue } from './text_value';

function value(text: string): TextValue {
  return { rows: 1, columns: 1, cells: [text], html: undefined, isTruncated: false };
}

const steps = Array.from({ length: 120 }, (_, i) => i);

async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, 0));
}

test('texts are asked for in blocks, each once', async () => {
  const asked: [number, number][] = [];
  const load: LoadTexts = (_, begin, count) => {
    asked.push([begin, count]);
    return Promise.resolve(new Map(Array.from({ length: count }, (_, i) => [begin + i, value(`a\n  b ${begin + i}`)])));
  };
  const excerpts = new TextExcerpts(load);
  const series = fakeStepSeries('a', steps);
  for (const index of [60, 61, 99, 3]) excerpts.ask(series, index);
  await settle();
  for (const index of [60, 61, 99, 3]) excerpts.ask(series, index);
  expect(asked).toEqual([
    [50, 50],
    [0, 50],
  ]);
  expect(excerpts.find(series, 61)).toEqual({ text: 'a b 61', isProblem: false });
  expect(excerpts.find(series, 110)).toBeUndefined();
  expect(excerpts.find(fakeStepSeries('a', steps, 2), 61)).toBeUndefined();
});

test('what an answer had no room for is asked for where it is seen', async () => {
  const asked: number[] = [];
  const load: LoadTexts = (_, begin) => {
    asked.push(begin);
    return Promise.resolve(new Map([[begin, begin === 7 ? 'damaged' : value(`text ${begin}`)]]));
  };
  const excerpts = new TextExcerpts(load);
  const series = fakeStepSeries('a', steps);
  excerpts.ask(series, 7);
  await settle();
  expect(excerpts.find(series, 7)).toBeUndefined();
  excerpts.ask(series, 7);
  await settle();
  expect(asked).toEqual([0, 7]);
  expect(excerpts.find(series, 7)).toEqual({ text: 'damaged', isProblem: true });
});

test('a failure stands in the place of the text', async () => {
  const excerpts = new TextExcerpts(() => Promise.reject(new Error('no server')));
  const series = fakeStepSeries('a', steps);
  excerpts.ask(series, 0);
  await settle();
  expect(excerpts.find(series, 0)).toEqual({ text: 'no server', isProblem: true });
});
