import { expect, test } from 'vitest';
import { translate } from '$base/language.svelte';
import { nodeCardMessages } from './node_card_messages';
import { countRows, inputRows, microsText, outputRows } from './node_rows';

const t = (key: keyof typeof nodeCardMessages, values = {}): string => translate(nodeCardMessages, 'en', key, values);

test('inputs lead to their nodes, with shapes', () => {
  const input = { op: 'Placeholder', dtype: 'float32', shape: [-1, 4], output: 0, side: undefined };
  expect(inputRows([{ ...input, name: 'in' }], t)).toEqual([{ name: 'in', label: 'in', detail: 'float32 ?×4' }]);
  const second = { name: 'split', op: 'Split', output: 1, dtype: undefined, shape: undefined, side: undefined };
  expect(inputRows([second], t)).toEqual([{ name: 'split', label: 'split:1', detail: 'Split' }]);
  expect(inputRows([{ ...input, name: 'in', side: 'removed' }], t)).toMatchObject([{ name: 'in', label: '− in' }]);
  expect(inputRows([{ ...input, name: undefined }], t)).toEqual([{ label: t('missing'), isBad: true }]);
});

test('an output of which nothing is known says so', () => {
  expect(outputRows([{ dtype: undefined, shape: undefined }], t)).toEqual([
    { label: 'Output 0', detail: 'shape not known' },
  ]);
});

test('most frequent first', () => {
  expect(
    countRows(
      new Map([
        ['Add', 1],
        ['Mul', 3],
      ]),
    ).map((row) => row.label),
  ).toEqual(['Mul', 'Add']);
});

test('times', () => {
  expect([0, 999, 1234, 5_600_000].map(microsText)).toEqual(['0 µs', '999 µs', '1.234 ms', '5.6 s']);
});
