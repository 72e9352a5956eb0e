import { expect, it } from 'vitest';
import { fetchAt, fetchRangeStatistics } from './exact_values';
import { exportAddress, prepareDownload, type ExportChoice } from './export_links';
import { answerHead, FakeServer, fakeQuery, fakeRun, seriesHead, tagId, type Head } from './fake_card_app';

const run = fakeRun('a');

// Values over steps; wall times and x are made of the steps.
function detailed(steps: readonly number[], values: readonly number[], part: Head = {}): Head {
  const columns = { x: Float64Array.from(steps), wall_time: Float64Array.from(steps, (step) => 1000 + step) };
  return seriesHead(run, steps, values, { ...columns, ...part });
}

const answering = (head: Head): FakeServer => new FakeServer(() => answerHead(1, [head]));

it('tells the nearest point of a curve in full', async () => {
  const { server } = answering(detailed([3, 7], [0.5, 0.25], { raw: Float32Array.of(5, 2.5) }));
  expect(await fetchAt(server, fakeQuery([run]), 6)).toEqual([
    { key: `${run.id}/${tagId}`, runId: run.id, tagId, x: 7, step: 7, wallTime: 1007, value: 0.25, raw: 2.5 },
  ]);
  expect((await fetchAt(server, fakeQuery([run]), 4))[0]?.step).toBe(3);
});

it('tells a value that is not finite where it stands, rather than its neighbours', async () => {
  const mark = { value: '-Infinity', count: 1, index: 5, step: 5, wall_time: 1005 };
  const { server } = answering(detailed([4, 6], [1, 2], { reduced: true, non_finite: [mark] }));
  expect((await fetchAt(server, fakeQuery([run]), 5))[0]).toMatchObject({
    x: 5,
    step: 5,
    wallTime: 1005,
    value: -Infinity,
  });
});

it('keeps steps past 2^53, and leaves out curves without points', async () => {
  const big = 2n ** 60n + 1n;
  const { server } = answering(detailed([1], [1], { step: BigInt64Array.of(big) }));
  expect((await fetchAt(server, fakeQuery([run]), 0))[0]?.step).toBe(big);
  expect(await fetchAt(answering(detailed([], [])).server, fakeQuery([run]), 0)).toEqual([]);
});

it('finds first, last, lowest and highest of a range', async () => {
  const { server } = answering(detailed([1, 4, 6, 9], [3, 8, -2, NaN]));
  const [found] = await fetchRangeStatistics(server, fakeQuery([run]), 1, 9);
  expect([found?.first.x, found?.last.x, found?.lowest.x, found?.highest.x]).toEqual([1, 6, 6, 4]);
  expect(await fetchRangeStatistics(answering(detailed([1], [NaN])).server, fakeQuery([run]), 1, 9)).toEqual([]);
});

const choice: ExportChoice = { format: 'csv', runs: [run.id], tags: [tagId], hasSuperseded: false };

it('links to short exports and posts long ones', async () => {
  const { server } = answering({});
  expect(exportAddress(server, choice)).toBe(`/api/scalars/export?format=csv&run_id=${run.id}&tag_id=${tagId}`);
  expect(exportAddress(server, { ...choice, runs: undefined, tags: undefined })).toBe('/api/scalars/export?format=csv');
  expect(exportAddress(server, { ...choice, runs: [] })).toBeUndefined();
  const runs = Array.from({ length: 200 }, (_, i) => fakeRun(String(i)).id);
  expect(exportAddress(server, { ...choice, runs })).toBeUndefined();
});

it('fetches a long export as a file', async () => {
  const fake = answering({});
  const runs = Array.from({ length: 200 }, (_, i) => fakeRun(String(i)).id);
  const download = await prepareDownload(fake.server, { ...choice, format: 'jsonl', runs });
  expect(download.address).toMatch(/^blob:/);
  expect(download.name).toBe('scalars.jsonl');
  expect(fake.last).toMatchObject({ format: 'jsonl', superseded: false, selection: { tags: [{ id: tagId }] } });
  download.release();
});
