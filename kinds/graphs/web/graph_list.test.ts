import { expect, test } from 'vitest';
import { chooseGraph, nameOf, orderRuns, readGraphList, tagsOf, titleOf, typesOf } from './graph_list';

const runs = readGraphList({
  runs: [
    {
      run: 'train',
      run_id: '1',
      graphs: [
        { tag: 'keras', tag_id: 'a', type: 'conceptual', steps: [0], bytes: 5 },
        { tag: 'step', tag_id: 'b', type: 'profile', steps: [1, 7], bytes: 9 },
        { tag: 'step', tag_id: 'b', type: 'op', steps: [1, 7], bytes: 9 },
      ],
    },
    { run: 'test', run_id: '2', graphs: [{ tag: '', type: 'op', steps: [0], bytes: 5 }] },
    { run: 'odd', run_id: '3', graphs: [{ tag: '', type: 'unheard', steps: [], bytes: 5 }] },
  ],
});
const wish = { run: '', tag: '', type: '', step: undefined } as const;

test('a run without graphs that can be shown is not listed', () => {
  expect(runs.map((run) => run.run)).toEqual(['train', 'test']);
});

test('selected runs come first', () => {
  expect(orderRuns(runs, new Set(['2'])).map((run) => run.run)).toEqual(['test', 'train']);
  expect(orderRuns(runs, new Set()).map((run) => run.run)).toEqual(['train', 'test']);
});

test('tags and their types', () => {
  const [train] = runs;
  expect(train && tagsOf(train)).toEqual(['keras', 'step']);
  expect(train && typesOf(train, 'step')).toEqual(['op', 'profile']);
});

test('what is not there is replaced by what is', () => {
  const first = chooseGraph(runs, { ...wish, run: 'gone', tag: 'gone' });
  expect(first && nameOf(first)).toEqual({ run: 'train', tag: 'step', type: 'op' });
  const profile = chooseGraph(runs, { run: 'train', tag: 'step', type: 'profile', step: 1n });
  expect(profile && nameOf(profile)).toEqual({ run: 'train', tag: 'step', type: 'profile', step: 1 });
  const keras = chooseGraph(runs, { run: 'train', tag: 'keras', type: 'op', step: 4 });
  expect(keras && nameOf(keras)).toEqual({ run: 'train', tag: 'keras', type: 'conceptual' });
  const test = chooseGraph(runs, { ...wish, run: 'test' });
  expect(test && nameOf(test)).toEqual({ run: 'test', type: 'op' });
  expect(chooseGraph([], wish)).toBeUndefined();
});

test('the latest step is not named, so that a later one takes its place', () => {
  const choice = chooseGraph(runs, { run: 'train', tag: 'step', type: 'op', step: 7 });
  expect(choice?.step).toBeUndefined();
});

test('opened files stand behind the runs, named by their ids and told apart', () => {
  const file = { name: 'm.onnx', format: 'ONNX', type: 'op', bytes: 5, version: 'v', uploaded: true };
  const all = readGraphList({
    runs: [{ run: 'train', run_id: '1', graphs: [{ tag: '', type: 'op', steps: [0], bytes: 5 }] }],
    files: [
      { ...file, file: 'aaaaaaaa' },
      { ...file, file: 'bbbbbbbb', type: 'conceptual' },
      { ...file, file: 'cccccccc', name: 'other.pb', uploaded: false },
    ],
  });
  const none = { find: () => undefined, label: () => '' };
  expect(all.map((run) => titleOf(run, all, none))).toEqual([
    'train',
    'm.onnx · aaaaaa',
    'm.onnx · bbbbbb',
    'other.pb',
  ]);
  const choice = chooseGraph(all, { ...wish, run: 'file:bbbbbbbb' });
  expect(choice?.graph.type).toBe('conceptual');
  expect(choice && nameOf(choice)).toEqual({ file: 'bbbbbbbb' });
});
