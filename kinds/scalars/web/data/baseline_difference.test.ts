import { expect, it } from 'vitest';
import { differenceTo } from './baseline_difference';
import { CardSource } from './card_source.svelte';
import { answerHead, FakeServer, fakeApp, fakeQuery, fakeRun, seriesHead, settle, type Head } from './fake_card_app';
import { RequestBudget } from './request_budget';

it('takes the baseline on the line between its points, and nowhere else', () => {
  const x = Int32Array.of(0, 1, 2, 3, 4, 6);
  const y = Float32Array.of(1, 1, 1, 1, NaN, 1);
  const difference = differenceTo(x, y, Int32Array.of(1, 3, 4), Float32Array.of(10, 20, 40));
  expect([...difference]).toEqual([NaN, -9, -14, -19, NaN, NaN]);
});

it('has a gap where the baseline has one', () => {
  const difference = differenceTo(
    Int32Array.of(1, 2, 3),
    Float32Array.of(1, 1, 1),
    Int32Array.of(1, 3),
    Float32Array.of(NaN, 5),
  );
  expect([...difference]).toEqual([NaN, NaN, -4]);
});

const [a, b] = [fakeRun('a'), fakeRun('b')];

async function shown(heads: readonly Head[], chosen = [a]): Promise<CardSource> {
  const server = new FakeServer(() => answerHead(1, heads));
  const source = new CardSource(fakeApp(server.server, [a, b]), new RequestBudget());
  source.show(fakeQuery(chosen, { baseline: b.id, smoothing: { kind: 'ema', weight: 0.5 } }));
  await settle();
  return source;
}

const smooth = (run: typeof a, values: readonly number[], part: Head = {}): Head =>
  seriesHead(run, [1, 2], values, { raw: Float32Array.from(values, (value) => value * 2), ...part });

it('shows other runs as their difference, smoothed and raw', async () => {
  const source = await shown([smooth(a, [5, 7]), smooth(b, [1, 2])]);
  expect(source.series.length).toBe(1);
  expect([...(source.series[0]?.y ?? [])]).toEqual([4, 5]);
  expect([...(source.series[0]?.raw ?? [])]).toEqual([8, 10]);
  expect(source.isApproximate).toBe(false);
});

it('shows the baseline itself as zero where it is chosen, and leaves out tags that it lacks', async () => {
  const both = await shown([smooth(a, [5, 7]), smooth(b, [1, 2])], [a, b]);
  expect([...(both.series[1]?.y ?? [])]).toEqual([0, 0]);
  const none = await shown([smooth(a, [5, 7])]);
  expect([none.series, none.state, none.lacksBaseline]).toEqual([[], 'empty', true]);
});

it('says when points were left out', async () => {
  const index = Uint32Array.of(0, 9);
  const source = await shown([smooth(a, [5, 7], { reduced: true, index, points: 10 }), smooth(b, [1, 2])]);
  expect(source.isApproximate).toBe(true);
});
