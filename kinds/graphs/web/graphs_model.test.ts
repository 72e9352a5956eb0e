import { beforeEach, expect, test } from 'vitest';
import { fakeServer } from '$kind/fake_server';
import { ViewState } from '$kind/view_state.svelte';
import { fakeSceneAnswer, type FakeNode } from './fake_scene';
import { GraphsModel, type GraphsSurroundings } from './graphs_model.svelte';
import { apartParam, asideParam, mainParam, openParam, selectedParam } from './graphs_params';

let nodes: readonly FakeNode[] = [];
let bodies: unknown[] = [];
let runs: readonly string[] = [];
let failure: string | undefined;
let selectedIds = new Set<string>();

type TestedModel = GraphsModel<GraphsSurroundings>;

function makeModel(hash: string): TestedModel {
  const { server } = fakeServer({
    'GET api/graphs/list': () => ({
      runs: runs.map((run) => ({ run, run_id: run, graphs: [{ tag: '', type: 'op', steps: [0], bytes: 7 }] })),
    }),
    'POST api/graphs/scene': (body) => {
      bodies.push(body);
      if (failure !== undefined) throw new Error(failure);
      return fakeSceneAnswer(nodes);
    },
  });
  const view = new ViewState({ read: () => hash, write: () => undefined });
  const live = { subscribe: () => () => undefined };
  return new GraphsModel({
    server,
    view,
    live,
    runs: {
      get selectedIds() {
        return selectedIds;
      },
    },
  });
}

const settle = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

// Effects do not run here: what they would ask for is asked for by hand.
async function show(model: TestedModel): Promise<void> {
  model.retryList();
  await settle();
  model.retryScene();
  await settle();
}

beforeEach(() => {
  nodes = [{ id: 's:a', count: 3 }, { id: 'g:r_[0-5]', count: 6 }, { id: 'n:x' }];
  bodies = [];
  failure = undefined;
  runs = ['r'];
  selectedIds = new Set();
});

test('a link asks for its scene', async () => {
  const model = makeModel('#graphs?graphs-open=a+*b&graphs-flow=down&graphs-series=0');
  await show(model);
  expect(bodies).toEqual([
    {
      graph: { run: 'r', type: 'op' },
      open: ['a', 'a/b'],
      options: { series: false, embed: true, extract: true, direction: 'down', apart: [], main: [], aside: [] },
    },
  ]);
  expect(model.scene?.nodes).toHaveLength(3);
});

test('closing a scope and opening it again brings back what was open in it', async () => {
  const model = makeModel('#graphs?graphs-open=a+*b+c');
  nodes = [{ id: 's:a', open: true, count: 3 }];
  await show(model);
  const { view } = model.app;
  model.toggle('s:a');
  expect(view.get(openParam)).toEqual(['c']);
  nodes = [{ id: 's:a', count: 3 }];
  await show(model);
  model.toggle('s:a');
  expect(view.get(openParam)).toEqual(['a', 'a/b', 'c']);
  model.toggle('n:x');
  expect(view.get(openParam)).toEqual(['a', 'a/b', 'c']);
});

test('a jump opens what is around, and finds a node in its series', async () => {
  const model = makeModel('#graphs');
  await show(model);
  model.jumpToName('a/b/y', 'op');
  expect(model.app.view.get(openParam)).toEqual(['a', 'a/b']);
  expect(model.app.view.get(selectedParam)).toBe('n:a/b/y');
  expect(model.goal).toBe('n:a/b/y');
  model.jump({ id: 'n:r_3', scopes: [] });
  await show(model);
  expect(model.resolveGoal()).toBeUndefined();
  expect(model.app.view.get(openParam)).toContain('r_[0-5]');
});

test('out of the drawing and back, series apart and together', async () => {
  const model = makeModel('#graphs');
  const { view } = model.app;
  model.setAside('x', true);
  expect([view.get(asideParam), view.get(mainParam)]).toEqual([['x'], []]);
  model.setAside('x', false);
  expect([view.get(asideParam), view.get(mainParam)]).toEqual([[], ['x']]);
  model.ungroup('r_[0-5]');
  expect(view.get(apartParam)).toEqual(['r_[0-5]']);
  expect(model.seriesOf('r_2')).toBe('r_[0-5]');
  model.group('r_[0-5]');
  expect(view.get(apartParam)).toEqual([]);
});

test('a graph in one scope shows what is in it, once', async () => {
  const model = makeModel('#graphs');
  const { view } = model.app;
  nodes = [{ id: 's:net', count: 9 }];
  await show(model);
  model.openOnlyScope();
  expect(view.get(openParam)).toEqual(['net']);
  model.setOpen([]);
  await show(model);
  model.openOnlyScope();
  expect(view.get(openParam)).toEqual([]);
});

test('of several scopes none is opened by itself', async () => {
  const model = makeModel('#graphs');
  await show(model);
  model.openOnlyScope();
  expect(model.app.view.get(openParam)).toEqual([]);
});

test('what is shown stays when other runs appear, unless it is switched off', async () => {
  const model = makeModel('#graphs');
  await show(model);
  expect(model.choice?.run.run).toBe('r');
  runs = ['a', 'r'];
  selectedIds = new Set(['a', 'r']);
  await show(model);
  expect(model.choice?.run.run).toBe('r');
  selectedIds = new Set(['a']);
  await show(model);
  expect(model.choice?.run.run).toBe('a');
});

test('two graphs are one question; where that fails, the first is shown alone and the reason is kept', async () => {
  runs = ['r', 'q'];
  const model = makeModel('#graphs?graphs-run=r&graphs-with=q,,op');
  await show(model);
  expect(bodies.at(-1)).toMatchObject({ graph: { run: 'r', against: { run: 'q', type: 'op' } } });
  expect(model.compareProblem).toBeUndefined();
  failure = 'too large';
  model.retryScene();
  await settle();
  failure = undefined;
  model.refuseOther();
  expect(model.compareProblem).toContain('too large');
  expect(model.question?.graph).toEqual({ run: 'r', type: 'op' });
  model.retryOther();
  expect(model.question?.graph.against).toEqual({ run: 'q', type: 'op' });
});

test('a graph to compare with that is not there leaves the first', async () => {
  const model = makeModel('#graphs?graphs-run=r&graphs-with=gone,,op');
  await show(model);
  expect(model.compareProblem).toBe('');
  expect(model.question?.graph.against).toBeUndefined();
});

test('a file that was just opened is shown before the list has it, with nothing open', async () => {
  const model = makeModel('#graphs?graphs-open=a&graphs-at=n:x');
  await show(model);
  const graph = { tag: '', type: 'op', steps: [], bytes: 3 } as const;
  const file = { id: '7', name: 'm.onnx', format: 'ONNX', version: 'v', isUpload: true };
  model.addFile({ run: 'file:7', runId: '', graphs: [graph], file });
  expect(model.question).toMatchObject({ graph: { file: '7' }, open: [], version: 'v' });
  expect(model.selected).toBeUndefined();
  model.forgetFile({ run: 'file:7', runId: '', graphs: [graph], file });
  expect(model.choice?.run.run).toBe('r');
});
