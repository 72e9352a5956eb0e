import { expect, test } from 'vitest';
import { answerHead, FakeServer, fakeQuery, fakeRun, seriesHead, tagId, type Head } from './data/fake_card_app';
import { changesIn, valuesAt } from './pinned_differences';

const [base, a, lone] = [fakeRun('base'), fakeRun('a'), fakeRun('lone')];
const { signal } = new AbortController();

type Points = readonly (readonly [step: number, value: number])[];

// As the server does: the points in the range, and one on either side where those are asked for.
function server(
  curves: ReadonlyMap<typeof base, Points>,
  part: (steps: readonly number[]) => Head = () => ({}),
): FakeServer {
  return new FakeServer((body) => {
    const { range, neighbours, selection } = JSON.parse(JSON.stringify(body)) as {
      range: { begin: number; end: number };
      neighbours?: boolean;
      selection: { runs: readonly { id: string }[] };
    };
    const series = [...curves]
      .filter(([run]) => selection.runs.some(({ id }) => id === run.id))
      .map(([run, points]) => {
        const inside = points.filter(([step]) => step >= range.begin && step <= range.end);
        const before = points.filter(([step]) => step < range.begin).slice(-1);
        const after = points.filter(([step]) => step > range.end).slice(0, 1);
        const sent = neighbours === true ? [...before, ...inside, ...after] : inside;
        const steps = sent.map(([step]) => step);
        const index = Int32Array.from(sent, (point) => points.indexOf(point));
        const columns = { x: Float64Array.from(steps), wall_time: Float64Array.from(steps), index };
        return seriesHead(
          run,
          steps,
          sent.map(([, value]) => value),
          { ...columns, reduced: true, ...part(steps) },
        );
      });
    return answerHead(1, series);
  });
}

const curves = new Map<typeof base, Points>([
  [
    base,
    [
      [0, 0],
      [10, 10],
      [20, 30],
    ],
  ],
  [
    a,
    [
      [0, 1],
      [4, 8],
      [15, 7],
      [20, 29],
    ],
  ],
]);
const query = fakeQuery([base, a], { baseline: base.id });

test('of one place: the nearest point, less the baseline on the line between its neighbours', async () => {
  const { points, isExact } = await valuesAt(server(curves).server, query, 5, signal);
  expect(isExact).toBe(true);
  // 8 at step 4, where the baseline is at 4; the baseline itself at its own point.
  expect(points.map(({ runId, step, value }) => [runId, step, value])).toEqual([
    [base.id, 0, 0],
    [a.id, 4, 4],
  ]);
});

test('curves without a counterpart are left out', async () => {
  const others = new Map<typeof base, Points>([[lone, [[0, 1]]]]);
  const { points } = await valuesAt(server(others).server, fakeQuery([lone], { baseline: base.id }), 0, signal);
  expect(points).toEqual([]);
});

test('where the baseline is not finite there is no difference', async () => {
  const mark = { value: 'NaN', count: 1, index: 1, step: 4, wall_time: 4 };
  const fake = server(curves, (steps) => ({ non_finite: steps.includes(10) && !steps.includes(15) ? [mark] : [] }));
  const { points } = await valuesAt(fake.server, fakeQuery([a], { baseline: base.id }), 4, signal);
  expect(points.find(({ runId }) => runId === a.id)?.value).toBeNaN();
});

test('of a range: what the differences do in it', async () => {
  const { changes, isExact } = await changesIn(server(curves).server, query, 4, 20, signal);
  expect(isExact).toBe(true);
  const change = changes.find(({ key }) => key === `${a.id}/${tagId}`);
  // 4 at step 4, 7 - 20 at step 15, 29 - 30 at step 20.
  expect([change?.first, change?.last, change?.lowest, change?.highest].map((one) => one?.value)).toEqual([
    4, -1, -13, 4,
  ]);
  expect(changes.find(({ runId }) => runId === base.id)?.highest.value).toBe(0);
});

test('a curve that came reduced gives differences that are not exact', async () => {
  const sparse = (steps: readonly number[]): Head => ({ index: Int32Array.from(steps, (_, i) => 1000 * i) });
  expect((await changesIn(server(curves, sparse).server, query, 0, 20, signal)).isExact).toBe(false);
});

test('without a baseline the values themselves', async () => {
  const plain = fakeQuery([a]);
  const { points } = await valuesAt(server(curves).server, plain, 4, signal);
  expect(points.map(({ value }) => value)).toEqual([8]);
  const { changes } = await changesIn(server(curves).server, plain, 0, 15, signal);
  expect(changes.map(({ last }) => last.value)).toEqual([7]);
});
