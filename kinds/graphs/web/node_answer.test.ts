import { expect, test } from 'vitest';
import { readNodeFacts, tensorText } from './node_answer';

test('a node as the server tells it', () => {
  const node = readNodeFacts({
    name: 'a/x',
    kind: 'op',
    op: 'Add',
    scope: 'a',
    device: '/gpu:0',
    cluster: '',
    cost: { nodes: 1, sum: 12, span: 12, memory: 1024 },
    attributes: [
      { key: 'T', value: 'float32' },
      { key: 'value', skipped_bytes: 4000000 },
    ],
    inputs: [{ name: 'in', op: 'Placeholder', output: 0, dtype: 'float32', shape: [-1, 784] }, { missing: true }],
    input_count: 2000,
    control_inputs: [],
    control_input_count: 0,
    outputs: [{ dtype: 'float32', shape: [] }, {}],
    takers: [{ name: 'out', op: 'Neg', control: true }],
    taker_count: 1,
    functions: ['__function_library__/f'],
  });
  if (node.kind !== 'op') throw new Error('not a node');
  expect(node.attributes).toEqual([
    { key: 'T', value: 'float32', skippedBytes: undefined },
    { key: 'value', value: undefined, skippedBytes: 4000000 },
  ]);
  expect(node.inputs.map((input) => input.name)).toEqual(['in', undefined]);
  expect(node.inputCount).toBe(2000);
  expect([...node.inputs, ...node.outputs].map(tensorText)).toEqual(['float32 ?×784', '', 'float32 []', '']);
  expect(node.takers).toEqual([{ name: 'out', op: 'Neg', isControl: true }]);
  expect(node.cost?.memory).toBe(1024);
});

test('a scope', () => {
  const node = readNodeFacts({
    name: 'a',
    kind: 'scope',
    count: 3,
    depth: 1,
    children: 2,
    ops: { Add: 2 },
    op_kinds: 5,
  });
  expect(node).toMatchObject({ kind: 'scope', count: 3, opKinds: 5, template: undefined, cost: undefined });
  if (node.kind === 'scope') expect([...node.ops]).toEqual([['Add', 2]]);
});

test('what is no node is refused', () => {
  expect(() => readNodeFacts([])).toThrow();
  expect(() => readNodeFacts({ name: 'a', kind: 'op', inputs: 3 })).toThrow();
});
