import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '$kind/fake_server';
import { ViewState } from '$kind/view_state.svelte';
import { GraphFiles, mostFileBytes } from './graph_files.svelte';
import { readOpenedFile, type GraphRun } from './graph_list';

const answerOf = (name: string) => ({
  file: '0123456789abcdef',
  name,
  format: 'ONNX',
  type: 'op',
  bytes: 3,
  version: 'v',
  uploaded: true,
});
const file = (name: string): File => new File(['abc'], name);

let added: string[] = [];
let forgotten: string[] = [];
let told: string[] = [];
let asked: string[] = [];
let listed: readonly GraphRun[] = [];

function makeFiles(hash = '#graphs'): GraphFiles {
  const fake = fakeServer({
    'POST api/graphs/upload': (_, address) => {
      const name = address.searchParams.get('name') ?? '';
      if (name.startsWith('bad')) throw new Error('no graph');
      return answerOf(name);
    },
    'POST api/graphs/remove': (body) => {
      if (JSON.stringify(body) !== '{"file":"0123456789abcdef"}') throw new Error('no such file');
      return {};
    },
  });
  asked = fake.asked;
  const view = new ViewState({ read: () => hash, write: () => undefined });
  const notices = { show: (text: string) => void told.push(text) };
  const model = {
    isListed: true,
    get runs() {
      return listed;
    },
    addFile: (run: GraphRun) => void added.push(run.file?.name ?? ''),
    forgetFile: (run: GraphRun) => void forgotten.push(run.run),
  };
  return new GraphFiles({ server: fake.server, view, notices }, model, (key, values) =>
    [key, ...Object.values(values ?? {})].join(' '),
  );
}

beforeEach(() => {
  added = [];
  forgotten = [];
  told = [];
  listed = [];
});

test('files are sent one after the other, and a bad one keeps no other from being shown', async () => {
  const files = makeFiles();
  const sending = files.open([
    { name: 'a.onnx', file: file('a.onnx') },
    { name: 'bad.pb', file: file('bad.pb') },
    { name: 'folder', file: undefined },
    { name: 'b.onnx', file: file('b.onnx') },
  ]);
  expect(files.sending).toBe('a.onnx');
  await sending;
  expect(files.sending).toBeUndefined();
  expect(added).toEqual(['a.onnx', 'b.onnx']);
  expect(told).toEqual(['failed bad.pb no graph', 'failed folder noModel']);
});

test('a file that is too large is not sent', async () => {
  const large = file('large.pb');
  Object.defineProperty(large, 'size', { value: mostFileBytes + 1 });
  await makeFiles().open([{ name: 'large.pb', file: large }]);
  expect(asked).toEqual([]);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('tooLarge');
});

test('a file is removed, or it is said why not', async () => {
  const files = makeFiles();
  await files.remove(readOpenedFile(answerOf('a')));
  expect(forgotten).toEqual(['file:0123456789abcdef']);
  await files.remove(readOpenedFile({ ...answerOf('a'), file: 'gone' }));
  expect(forgotten).toHaveLength(1);
  expect(told).toEqual(['removeFailed a no such file']);
});

test('a link to a file that is no longer open is told once', () => {
  const files = makeFiles('#graphs?graphs-run=file:0123456789abcdef');
  files.checkLink();
  files.checkLink();
  expect(told).toEqual(['gone']);
  listed = [readOpenedFile(answerOf('a'))];
  const later = makeFiles('#graphs?graphs-run=file:0123456789abcdef');
  later.checkLink();
  makeFiles('#graphs?graphs-run=train').checkLink();
  expect(told).toHaveLength(1);
});
