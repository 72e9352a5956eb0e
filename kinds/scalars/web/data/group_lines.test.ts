import { expect, it, vi } from 'vitest';
import type { GroupBy } from './card_query';
import { CardSource } from './card_source.svelte';
import {
  answerHead,
  FakeServer,
  fakeApp,
  fakeQuery,
  fakeRun,
  seriesHead,
  settle,
  tagId,
  type Head,
} from './fake_card_app';
import { RequestBudget } from './request_budget';
import { groupRuns } from './run_groups';

const runs = ['x/1', 'x/2', 'y/1 good', 'other'].map((name) => fakeRun(name));
const [first, second, third] = runs.map((run) => run.id);
const byFolder: GroupBy = { by: 'regex', pattern: '^(.)/', line: 'mean', band: 'std', showsRuns: false };

function line(group: string, part: Head): Head {
  const steps = Int32Array.of(1, 2);
  return {
    group,
    tag: 'loss',
    tag_id: tagId,
    runs: 2,
    points: 2,
    reduced: false,
    non_finite: 3,
    step: steps,
    quantiles: [],
    ...part,
  };
}

async function shown(group: GroupBy, lines: readonly Head[]): Promise<{ server: FakeServer; source: CardSource }> {
  const server = new FakeServer((_, path) =>
    path.endsWith('/aggregate')
      ? answerHead(1, [], { lines })
      : answerHead(1, [seriesHead(fakeRun('x/1'), [1, 2, 3], [1, 2, NaN])]),
  );
  const source = new CardSource(fakeApp(server.server, runs), new RequestBudget());
  source.show(fakeQuery(runs, { group, x: 'wall', xKind: 'time', range: { min: 1e9, max: 2e9 } }));
  await vi.dynamicImportSettled();
  await settle();
  return { server, source };
}

it('groups runs by a part of their name or by their tags', () => {
  const query = fakeQuery(runs);
  const tagsOf = (run: { readonly name: string }): readonly string[] =>
    run.name.startsWith('x') ? ['good', 'new'] : ['new'];
  expect(groupRuns(query, byFolder, tagsOf)).toEqual(
    new Map([
      ['x', [first, second]],
      ['y', [third]],
    ]),
  );
  const byTag: GroupBy = { ...byFolder, by: 'tag', pattern: '' };
  expect([...groupRuns(query, byTag, tagsOf)].map(([name, ids]) => [name, ids.length])).toEqual([
    ['good', 2],
    ['new', 4],
  ]);
  expect([...groupRuns(query, { ...byTag, pattern: '^g' }, tagsOf).keys()]).toEqual(['good']);
  expect(groupRuns(query, { ...byFolder, pattern: '(' }, tagsOf).size).toBe(0);
});

it('asks for lines over steps and draws bands around them', async () => {
  const x = line('x', { mean: Float32Array.of(10, 20), std: Float64Array.of(1, NaN) });
  const { server, source } = await shown(byFolder, [x]);
  expect(server.asked.length).toBe(1);
  expect(server.last).toEqual({
    groups: [
      { name: 'x', runs: [{ id: first }, { id: second }] },
      { name: 'y', runs: [{ id: third }] },
    ],
    tags: [{ id: tagId }],
    align: 'interpolate',
    line: 'mean',
    outputs: ['mean', 'std'],
    width: 100,
  });
  const [curve] = source.series;
  expect(curve).toMatchObject({ key: `group:x/${tagId}`, label: 'x', isBackground: false });
  expect(curve?.bands).toEqual([{ low: Float64Array.of(9, 20), high: Float64Array.of(11, 20) }]);
  expect([source.state, source.nonFinite, source.fullX]).toEqual(['ready', 3, { min: 1, max: 2 }]);
  expect([source.runOf(`group:x/${tagId}`), source.groupOf(`group:x/${tagId}`)]).toEqual([undefined, 'x']);
});

it('smooths, and counts steps from the first, as single runs do', async () => {
  const server = new FakeServer(() => answerHead(1, [], { lines: [] }));
  const source = new CardSource(fakeApp(server.server, runs), new RequestBudget());
  const range = { min: 3, max: 4 };
  source.show(fakeQuery(runs, { group: byFolder, x: 'relative_step', range, smoothing: { kind: 'ema', weight: 0.5 } }));
  await vi.dynamicImportSettled();
  await settle();
  expect(server.last).toMatchObject({
    x: 'relative_step',
    smoothing: { kind: 'ema', weight: 0.5 },
    range: { begin: 3, end: 4 },
  });
});

it('makes bands of lowest and highest, and of quantiles', async () => {
  const ends = { median: Float32Array.of(5, 5), min: Float32Array.of(1, 2), max: Float32Array.of(8, 9) };
  const extremes = await shown({ ...byFolder, line: 'median', band: 'min-max' }, [line('x', ends)]);
  expect(extremes.source.series[0]?.bands).toEqual([{ low: ends.min, high: ends.max }]);
  const quantiles = [
    { q: 0.25, value: Float32Array.of(3, 3) },
    { q: 0.75, value: Float32Array.of(6, 6) },
  ];
  const quartiles = await shown({ ...byFolder, band: 'quantiles' }, [
    line('x', { mean: Float32Array.of(5, 5), quantiles }),
  ]);
  expect(quartiles.server.last).toMatchObject({ quantiles: [0.25, 0.75], outputs: ['mean'] });
  expect(quartiles.source.series[0]?.bands).toEqual([{ low: Float32Array.of(3, 3), high: Float32Array.of(6, 6) }]);
});

it('draws single runs behind their group', async () => {
  const group: GroupBy = { ...byFolder, band: 'none', showsRuns: true };
  const { server, source } = await shown(group, [line('x', { mean: Float32Array.of(10, 20) })]);
  const single = server.asked.find((one) => !one.path.endsWith('/aggregate'));
  expect(single?.body).toMatchObject({
    x: 'step',
    selection: { runs: [{ id: first }, { id: second }, { id: third }] },
  });
  expect(source.series.map((one) => [one.key, one.isBackground])).toEqual([
    [`${first}/${tagId}`, true],
    [`group:x/${tagId}`, false],
  ]);
  expect(source.groupOf(`${first}/${tagId}`)).toBe('x');
  // The group has counted that of its run.
  expect(source.nonFinite).toBe(3);
});

it('is empty when no run belongs to a group', async () => {
  const { server, source } = await shown({ ...byFolder, pattern: 'nothing(.)' }, []);
  expect([source.state, server.asked.length]).toEqual(['empty', 0]);
});
