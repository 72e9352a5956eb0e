import { expect, test } from 'vitest';
import { readNodeFacts } from './node_answer';
import { inputChanges, readNodeDiff } from './node_difference';

test('what a node has in each graph', () => {
  const diff = readNodeDiff({
    status: 'changed',
    op: { old: 'Relu', new: 'Elu' },
    attributes: [
      { key: 'T', old: 'float32' },
      { key: 'alpha', new: '1' },
    ],
    inputs: { old: ['a', 'b:1', null], new: ['a', '^c', 'a'] },
  });
  expect(diff).toMatchObject({
    op: { before: 'Relu', after: 'Elu' },
    device: undefined,
    attributes: [
      { key: 'T', before: 'float32', after: undefined },
      { key: 'alpha', before: undefined, after: '1' },
    ],
  });
  expect(diff?.inputs && inputChanges(diff.inputs)).toEqual({ before: ['b:1', undefined], after: ['^c', 'a'] });
});

test('inputs in another order: neither graph has one that the other has not', () => {
  expect(inputChanges({ before: ['a', 'b'], after: ['b', 'a'] })).toEqual({ before: [], after: [] });
});

test('a card without a comparison has no differences; one with has its sides', () => {
  const card = { name: 'x', kind: 'op', op: 'Add', inputs: [{ name: 'a', op: 'Const', output: 0, diff: 'added' }] };
  expect(readNodeFacts({ name: 'x', kind: 'op' })).toMatchObject({ diff: undefined });
  expect(readNodeFacts({ ...card, diff: { status: 'same' } })).toMatchObject({
    diff: { status: 'same' },
    inputs: [{ side: 'added' }],
  });
  expect(readNodeFacts({ name: 's', kind: 'scope', diff: { status: 'removed', removed: 4 } })).toMatchObject({
    diff: { status: 'removed', removed: 4 },
  });
});
