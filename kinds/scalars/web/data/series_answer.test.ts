import { expect, it } from 'vitest';
import { readColumns } from '$api/columns';
import type { CardQuery } from './card_query';
import { answerHead, encodeColumns, fakeQuery, fakeRun, seriesHead, type Head } from './fake_card_app';
import { readExtent, readSeriesAnswer, type RunSeries } from './series_answer';
import type { SeriesPoints } from './series_points';

const run = fakeRun('a');

function read(head: Head, part: Partial<CardQuery> = {}): readonly RunSeries[] {
  return readSeriesAnswer(readColumns(encodeColumns(answerHead(1, [head]))), fakeQuery([run], part)).series;
}

function points(head: Head, part: Partial<CardQuery> = {}): SeriesPoints {
  const [series] = read(head, part);
  if (series === undefined) throw new Error('no series');
  return series.points;
}

it('uses columns as they lie in the answer', () => {
  const [series] = read(seriesHead(run, [1, 2, 4], [0.5, 0.25, 0.125]));
  expect(series).toMatchObject({ key: `${run.id}/aaaaaaaaaaaaaaaa`, runName: 'a' });
  expect(series?.points.x.view).toEqual(Int32Array.from([1, 2, 4]));
  expect(series?.points.y.view).toEqual(Float32Array.from([0.5, 0.25, 0.125]));
  expect(series?.points.y.view.buffer).toBe(series?.points.x.view.buffer);
  expect(series?.points).toMatchObject({ total: 3, isReduced: false, isRising: true, nonFinite: 0, marks: [] });
});

it('shares one x among runs with the same steps', () => {
  const step = Int32Array.of(1, 2);
  const heads = ['a', 'b', 'c'].map((name) => ({ ...seriesHead(fakeRun(name), [1, 2], [1, 1]), step }));
  const other = seriesHead(fakeRun('d'), [1, 2], [1, 1]);
  const answer = readColumns(encodeColumns(answerHead(1, [...heads, other])));
  const [first, second, third, last] = readSeriesAnswer(answer, fakeQuery([])).series.map((one) => one.points.x.view);
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(last).not.toBe(first);
  expect(last).toEqual(first);
});

it('breaks the line at values that are not finite, and marks them', () => {
  const { x, y, marks, nonFinite } = points(seriesHead(run, [1, 2, 3, 4], [1, NaN, Infinity, -Infinity]));
  expect(y.view).toEqual(Float32Array.from([1, NaN, NaN, NaN]));
  expect(x.view.length).toBe(4);
  expect(nonFinite).toBe(3);
  expect(marks).toEqual([
    { x: 2, kind: 'nan', count: 1 },
    { x: 3, kind: '+inf', count: 1 },
    { x: 4, kind: '-inf', count: 1 },
  ]);
});

it('takes marks of a reduced answer from its head, each on its axis', () => {
  const mark = { value: 'NaN', count: 5, index: 7, step: 30, wall_time: 1012.5 };
  const head = seriesHead(run, [1, 40], [1, 2], { reduced: true, non_finite: [mark], x_origin: 10 });
  const columns = { x: Float64Array.of(1, 40), wall_time: Float64Array.of(1011, 1050) };
  const x = (axis: CardQuery['x']): number | undefined => points({ ...head, ...columns }, { x: axis }).marks[0]?.x;
  expect(points(head).marks).toEqual([{ x: 30, kind: 'nan', count: 5 }]);
  expect(points(head).nonFinite).toBe(5);
  expect([x('relative_step'), x('wall'), x('relative'), x('ordinal')]).toEqual([20, 1012.5, 1002.5, 7]);
  // Where the place is not told, the values are counted all the same.
  expect(points({ ...head, ...columns }, { x: 'active' })).toMatchObject({ marks: [], nonFinite: 5 });
});

it('does not make an object of every NaN', () => {
  const steps = Array.from({ length: 5000 }, (_, i) => i);
  const { marks, nonFinite } = points(
    seriesHead(
      run,
      steps,
      steps.map(() => NaN),
    ),
  );
  expect(nonFinite).toBe(5000);
  expect(marks.length).toBeLessThan(600);
  expect(marks.reduce((sum, mark) => sum + mark.count, 0)).toBe(5000);
});

it('keeps steps past 2^53 exact', () => {
  const big = 2n ** 60n;
  const { x, exactSteps } = points({ ...seriesHead(run, [1, 2], [1, 2]), step: BigInt64Array.of(big, big + 1n) });
  expect(x.view).toEqual(Float64Array.of(2 ** 60, 2 ** 60));
  expect(exactSteps).toEqual(BigInt64Array.of(big, big + 1n));
  const long = points({ ...seriesHead(run, [1, 2], [1, 2]), step: BigInt64Array.of(-5n, 2n ** 40n + 3n) });
  expect(long.x.view).toEqual(Float64Array.of(-5, 2 ** 40 + 3));
  expect(long.exactSteps).toBeUndefined();
});

it('keeps steps and times beside another axis', () => {
  const head = {
    ...seriesHead(run, [10, 20], [1, 2]),
    x: Float64Array.of(0, 1.5),
    wall_time: Float64Array.of(100, 101.5),
  };
  const { x, steps, wallTimes } = points(head, { x: 'relative' });
  expect([x.view, steps?.view, wallTimes?.view]).toEqual([
    Float64Array.of(0, 1.5),
    Int32Array.of(10, 20),
    Float64Array.of(100, 101.5),
  ]);
});

it('sorts points whose x does not rise, and leaves out those without one', () => {
  const head = { ...seriesHead(run, [1, 2, 3, 4], [10, 20, 30, 40]), x: Float64Array.of(3, 1, NaN, 2) };
  const sorted = points(head, { x: { tag: 'bbbbbbbbbbbbbbbb', name: 'epoch' } });
  expect(sorted.isRising).toBe(false);
  expect([...sorted.x.view]).toEqual([1, 2, 3]);
  expect([...sorted.y.view]).toEqual([20, 40, 10]);
});

it('parts the branches that restarts superseded', () => {
  const branches = {
    superseded: 4,
    superseded_step: Int32Array.of(3, 4, 2, 3),
    superseded_value: Float32Array.of(1, 2, 3, 4),
  };
  const { superseded, supersededCount } = points(
    { ...seriesHead(run, [1], [1]), ...branches },
    { showsSuperseded: true },
  );
  expect(supersededCount).toBe(4);
  expect([...(superseded?.x ?? [])]).toEqual([3, 4, 2, 2, 3]);
  expect([...(superseded?.y ?? [])]).toEqual([1, 2, NaN, 3, 4]);
});

it('knows whether a reduced answer left anything out', () => {
  const head = seriesHead(run, [1, 2, 3], [1, 2, 3], { reduced: true });
  expect(points({ ...head, index: Uint32Array.of(4, 5, 6) }).isComplete).toBe(true);
  expect(points({ ...head, index: Uint32Array.of(4, 5, 9) }).isComplete).toBe(false);
  expect(points(head).isComplete).toBe(false);
});

it('tells where all data lie, and what is missing', () => {
  const heads = [seriesHead(run, [5, 9], [1, 1]), seriesHead(fakeRun('b'), [2, 7], [1, 1])];
  expect(readExtent(readColumns(encodeColumns(answerHead(1, heads))))).toEqual({ min: 2, max: 9 });
  expect(readExtent(readColumns(encodeColumns(answerHead(1, []))))).toBeUndefined();
  const missing = answerHead(1, [], { missing: [{ run_id: 'ffffffffffffffff' }] });
  const answer = readSeriesAnswer(readColumns(encodeColumns(missing)), fakeQuery([run]));
  expect(answer.missing).toEqual([{ runId: 'ffffffffffffffff', tagId: undefined }]);
});

it('refuses an answer that lacks a column', () => {
  expect(() => read({ ...seriesHead(run, [1], [1]), value: undefined })).toThrow();
});
