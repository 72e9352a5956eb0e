import { expect, test } from 'vitest';
import type { LineSeries } from '$charts/line_data';
import { answerHead, FakeServer, fakeQuery, fakeRun, seriesHead, type Head } from './data/fake_card_app';
import { askUnplacedPoints, askUnplacedValues, together, unplacedIn } from './unplaced_values';

function line(key: string, y: readonly number[], part: Partial<LineSeries> = {}): LineSeries {
  const x = Float64Array.from(y, (_, i) => i);
  return { key, label: key, x, y: Float64Array.from(y), side: 'left', isBackground: false, ...part };
}

test('counts what was logged, of curves that are shown, in view', () => {
  const series = [
    line('a', [0, 1, -2, Number.NaN, 3]),
    line('smoothed', [1, 1, 1, 1, 1], { raw: Float64Array.of(0, 2, 0, 2, 0) }),
    line('hidden', [0, 0, 0]),
    line('behind', [0, 0, 0], { isBackground: true }),
  ];
  const isShown = (key: string): boolean => key !== 'hidden';
  expect(unplacedIn(series, isShown, undefined)).toBe(5);
  expect(unplacedIn(series, isShown, { min: 1, max: 2 })).toBe(2);
});

const [a, b] = [fakeRun('a'), fakeRun('b')];
const isSmoothed = { smoothing: { kind: 'ema', weight: 0.6 } } as const;
const { signal } = new AbortController();

function answering(...series: readonly Head[]): FakeServer {
  return new FakeServer(() => answerHead(1, series));
}

function curve(run: typeof a, steps: readonly number[], values: readonly number[]): Head {
  return seriesHead(run, steps, values, {
    x: Float64Array.from(steps),
    wall_time: Float64Array.from(steps),
  });
}

test('asks for the lowest value of each curve, before smoothing', async () => {
  const fake = answering(curve(a, [1, 5], [3, 0]), curve(b, [1, 5], [3, 1]));
  const query = fakeQuery([a, b], isSmoothed);
  const ask = (isShown: (id: string) => boolean) => askUnplacedValues(fake.server, query, isShown, undefined, signal);
  expect(await ask(() => true)).toEqual({ count: 1, isExact: false });
  expect(fake.last).not.toHaveProperty('smoothing');
  expect(await ask((id) => id === b.id)).toEqual({ count: 0, isExact: true });
});

test('one point of a curve at step 0 is one; more are some', async () => {
  const one = answering(curve(a, [0], [3]), curve(b, [0], [3]));
  const query = fakeQuery([a, b]);
  expect(await askUnplacedPoints(one.server, query, () => true, signal)).toEqual({ count: 2, isExact: true });
  expect(one.last).toMatchObject({ range: { end: 0 } });
  const more = answering(curve(a, [-4, 0], [3, 3]));
  expect(await askUnplacedPoints(more.server, query, () => true, signal)).toEqual({ count: 1, isExact: false });
});

test('both axes together are exact where both are', () => {
  expect(together({ count: 2, isExact: true }, { count: 1, isExact: false })).toEqual({ count: 3, isExact: false });
});
