import { expect, test } from 'vitest';
import { Server } from '$api/server';
import { LoadQueue } from '$media/load_queue';
import type { ValueRef } from '$media/media_url';
import { TextStore } from './text_store';
import { plainText, readTextValue, readTextValues } from './text_value';

const { signal } = new AbortController();

function ref(step: number): ValueRef {
  return { runId: '0000000000000001', tagId: '0000000000000002', step, version: 7, sample: 0 };
}

function makeStore(cell: (step: string) => string): { readonly store: TextStore; readonly asked: string[] } {
  const asked: string[] = [];
  const answer = (address: RequestInfo | URL): Promise<Response> => {
    const url = new URL(String(address));
    asked.push(url.searchParams.get('step') ?? '');
    const body = { shape: [], rows: 1, columns: 1, cells: [cell(asked.at(-1) ?? '')], html: '<p>', truncated: false };
    return Promise.resolve(new Response(JSON.stringify(body)));
  };
  return { store: new TextStore(new Server('http://localhost/', answer), new LoadQueue()), asked };
}

test('a text is asked for once', async () => {
  const { store, asked } = makeStore((step) => `text ${step}`);
  expect(store.find(ref(3))).toBeUndefined();
  expect((await store.load(ref(3), { signal })).cells).toEqual(['text 3']);
  await store.load(ref(3), { signal });
  expect(store.find(ref(3))?.html).toBe('<p>');
  expect(asked).toEqual(['3']);
});

test('the least used go when there are too many', async () => {
  const { store } = makeStore(() => 'x'.repeat(6_000_000));
  await store.load(ref(1), { signal });
  await store.load(ref(2), { signal });
  store.find(ref(1));
  await store.load(ref(3), { signal });
  expect([1, 2, 3].map((step) => store.find(ref(step)) !== undefined)).toEqual([true, false, true]);
});

test('answers are read or refused', () => {
  const table = { shape: [2, 2], rows: 2, columns: 2, cells: ['a', 'b', 'c', 'd'], truncated: true };
  expect(plainText(readTextValue(table))).toBe('a\tb\nc\td');
  expect(readTextValue(table)).toMatchObject({ html: undefined, isTruncated: true });
  expect(() => readTextValue({ ...table, cells: [1] })).toThrow('cell');
  const values = [
    { index: 4, ...table },
    { index: 5, error: 'gone' },
  ];
  const read = readTextValues({ series: [{ values }] });
  expect([...read.keys()]).toEqual([4, 5]);
  expect(read.get(5)).toBe('gone');
});
