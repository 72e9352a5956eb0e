import { describe, expect, it } from 'vitest';
import { firstAtLeast, fitX, fitY, type FitOptions } from './fit_domain';
import type { LineSeries } from './line_data';
import { testLine, testRandom, testStyles } from './line_test_support';

const plain: FitOptions = { kind: 'linear', ignoreOutliers: false, includeZero: false, padding: 0 };

function fit(series: readonly LineSeries[], options: Partial<FitOptions> = {}) {
  return fitY(series, testStyles(series), 'left', undefined, { ...plain, ...options });
}

const steps = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('fitY', () => {
  it('takes the lowest and highest value, rounded', () => {
    expect(fit([testLine([0, 1, 2], [0.13, 0.98, 0.5])])).toEqual({ min: 0.1, max: 1 });
  });

  it.each([
    [3, { min: 0, max: 6 }],
    [-3, { min: -6, max: 0 }],
    [0, { min: -1, max: 1 }],
  ])('of a constant %d', (value, expected) => {
    expect(fit([testLine([0, 1], [value, value])])).toEqual(expected);
  });

  it('keeps the ends of a short curve, which are no outliers', () => {
    const { min, max } = fit([testLine(steps(6), [2.5, 1.6, 1.2, 1, 0.9, 0.85])], { ignoreOutliers: true });
    expect([min <= 0.85, max >= 2.5]).toEqual([true, true]);
  });

  it('shows superseded branches, which nobody has who did not ask', () => {
    const branch = { x: Float64Array.of(2, 9), y: Float64Array.of(1, 7) };
    const series = [testLine([0, 3], [0, 2], { superseded: branch })];
    expect(fit(series).max).toBeGreaterThanOrEqual(7);
    expect(fitY(series, testStyles(series), 'left', { min: 0, max: 3 }, plain).max).toBe(2);
    expect(fitX(series, testStyles(series), 'linear').max).toBeGreaterThanOrEqual(9);
  });

  it('measures distances as the axis shows them', () => {
    const values = steps(50).map((i) => 10 ** (-i / 10));
    const { min, max } = fit([testLine(steps(50), values)], { kind: 'log', ignoreOutliers: true });
    expect([min <= 10 ** -4.9, max >= 1]).toEqual([true, true]);
  });

  it('leaves out a spike', () => {
    const values = steps(101).map((i) => (i === 50 ? 1e6 : i));
    const { min, max } = fit([testLine(steps(101), values)], { ignoreOutliers: true });
    expect(min).toBeLessThanOrEqual(5);
    expect(min).toBeGreaterThanOrEqual(0);
    expect(max).toBeGreaterThanOrEqual(94);
    expect(max).toBeLessThanOrEqual(110);
  });

  // The reduced points of a column are its first, last, lowest and highest: half of them are extremes. Fitting must not see them.
  it('finds the same percentiles in reduced data as in all of them', () => {
    const random = testRandom(3);
    const [count, perColumn] = [400_000, 1000];
    const noise = Float64Array.from({ length: count }, () => (random() + random() + random() + random() - 2) ** 3);
    const all = testLine(
      Float64Array.from({ length: count }, (_, i) => i),
      noise,
    );
    const x: number[] = [];
    const y: number[] = [];
    for (let begin = 0; begin < count; begin += perColumn) {
      let [low, high] = [begin, begin];
      for (let i = begin; i < begin + perColumn; i += 1) {
        if ((noise[i] ?? 0) < (noise[low] ?? 0)) low = i;
        if ((noise[i] ?? 0) > (noise[high] ?? 0)) high = i;
      }
      for (const i of [...new Set([begin, low, high, begin + perColumn - 1])].sort((a, b) => a - b)) {
        x.push(i);
        y.push(noise[i] ?? 0);
      }
    }
    const full = fit([all], { ignoreOutliers: true });
    const reduced = fit([testLine(x, y)], { ignoreOutliers: true });
    const everything = fit([all]);
    expect(reduced.max - reduced.min).toBeLessThan(1.5 * (full.max - full.min));
    expect(reduced.max - reduced.min).toBeLessThan(0.6 * (everything.max - everything.min));
  });

  // Percentiles are taken of a few thousand values; what they find to be ordinary is shown to its end.
  it('cuts no ordinary point off, however many there are', () => {
    const curves = steps(300).map((k) => {
      const wave = Float64Array.from(steps(1000), (i) => Math.sin(i / 20 + k));
      if (k === 217) wave[611] = 2.5;
      return testLine(steps(1000), wave, { key: String(k) });
    });
    const { min, max } = fit(curves, { ignoreOutliers: true });
    expect(max).toBeGreaterThanOrEqual(2.5);
    expect(max).toBeLessThan(4);
    expect(min).toBeGreaterThan(-2);
  });

  it('finds the few values among a hundred thousand that are none', () => {
    const values = new Float64Array(100_000).fill(Number.NaN);
    values.set([3, 5], 70_001);
    expect(fit([testLine(steps(100_000), values)], { ignoreOutliers: true })).toEqual({ min: 3, max: 5 });
  });

  it('shows all of a few values, not just those that it met', () => {
    const values = new Float64Array(100_000).fill(Number.NaN);
    for (let i = 0; i < 40; i += 1) values[i * 2500 + 7] = i;
    const { min, max } = fit([testLine(steps(100_000), values)], { ignoreOutliers: true });
    expect([min, max]).toEqual([0, 40]);
  });

  // As many curves of five points as would have every look fall on the first.
  it('looks at all points of many short curves', () => {
    const curves = steps(5 * 8192).map((k) => testLine(steps(5), [0, 1, 2, 3, 4], { key: String(k) }));
    expect(fit(curves, { ignoreOutliers: true })).toEqual({ min: 0, max: 4 });
  });

  it('counts only what is visible, on its side, and not in the background', () => {
    const series = [
      testLine([0, 1], [1, 2], { key: 'shown' }),
      testLine([0, 1], [100, 200], { key: 'hidden' }),
      testLine([0, 1], [1000, 2000], { key: 'right', side: 'right' }),
      testLine([0, 1], [-50, 50], { key: 'background', isBackground: true }),
    ];
    const styles = new Map(testStyles(series));
    styles.set('hidden', { color: '#000000', isVisible: false, isHighlighted: false, dash: [] });
    expect(fitY(series, styles, 'left', undefined, plain)).toEqual({ min: 1, max: 2 });
    expect(fitY(series, styles, 'right', undefined, plain)).toEqual({ min: 1000, max: 2000 });
  });

  it('counts raw values where they are few, as every one is a fact there', () => {
    const of = (count: number): LineSeries =>
      testLine(
        steps(count),
        steps(count).map((i) => 4 + i / count),
        { raw: Float64Array.from(steps(count), (i) => (i % 2 === 0 ? -90 : 90)) },
      );
    expect(fit([of(2)])).toEqual({ min: -100, max: 100 });
    expect(fit([of(64)], { ignoreOutliers: true })).toEqual({ min: -100, max: 100 });
    expect(fit([of(65)]).max).toBeLessThan(6);
    // What counts is how many are in view.
    const long = [of(200)];
    expect(fitY(long, testStyles(long), 'left', { min: 10, max: 20 }, plain).max).toBe(100);
  });

  it('counts bands', () => {
    const bands = [{ low: Float64Array.of(0, 0), high: Float64Array.of(10, 10) }];
    expect(fit([testLine([0, 1], [4, 5], { bands })])).toEqual({ min: 0, max: 10 });
    const wide = { low: Float64Array.of(-99, 0), high: Float64Array.of(10, 99), isBeyondFit: true };
    expect(fit([testLine([0, 1], [4, 5], { bands: [wide, ...bands] })])).toEqual({ min: 0, max: 10 });
  });

  it('looks at the visible part of x', () => {
    const series = [testLine([0, 1, 2, 3, 4], [100, 1, 2, 3, 100])];
    expect(fitY(series, testStyles(series), 'left', { min: 1, max: 3 }, plain)).toEqual({ min: 1, max: 3 });
  });

  it('follows the line where the view has no point', () => {
    const series = [testLine([0, 10], [0, 10])];
    const domain = fitY(series, testStyles(series), 'left', { min: 4, max: 5 }, plain);
    expect(domain.min).toBeCloseTo(4);
    expect(domain.max).toBeCloseTo(5);
  });

  it('drops zero and less on log axes, and all that is not finite', () => {
    const { min, max } = fit([testLine(steps(6), [0, -5, 0.01, 10, Infinity, Number.NaN])], { kind: 'log' });
    expect(min).toBeCloseTo(0.01);
    expect(max).toBeCloseTo(10);
  });

  it('starts at zero when told', () => {
    expect(fit([testLine([0, 1], [5, 9])], { includeZero: true, padding: 0.05 }).min).toBe(0);
    expect(fit([testLine([0, 1], [-9, -5])], { includeZero: true, padding: 0.05 }).max).toBe(0);
  });

  it.each<[string, readonly LineSeries[]]>([
    ['no series', []],
    ['no points', [testLine([], [])]],
    ['only NaN', [testLine([0, 1], [Number.NaN, Number.NaN])]],
  ])('has a domain for %s', (_, series) => {
    expect(fit(series)).toEqual({ min: 0, max: 1 });
    expect(fit(series, { kind: 'log', ignoreOutliers: true })).toEqual({ min: 1, max: 10 });
  });

  it('survives the largest doubles', () => {
    const { min, max } = fit([testLine([0, 1], [-Number.MAX_VALUE, Number.MAX_VALUE])], { padding: 0.05 });
    expect(min).toBeLessThan(max);
  });
});

describe('fitX', () => {
  it('covers all visible lines and their marks, with a little room', () => {
    const marks = [{ x: 300, kind: 'nan' as const, count: 1 }];
    const series = [testLine([0, 100], [1, 1], { marks }), testLine([50, 200], [1, 1], { key: 'other' })];
    const { min, max } = fitX(series, testStyles(series), 'linear');
    expect(min).toBeLessThan(0);
    expect(min).toBeGreaterThan(-10);
    expect(max).toBeGreaterThan(300);
    expect(max).toBeLessThan(310);
  });

  it('begins at the first step above zero on log axes', () => {
    const series = [testLine([0, 1, 10, 100], [1, 1, 1, 1])];
    const { min } = fitX(series, testStyles(series), 'log');
    expect(min).toBeGreaterThan(0.8);
    expect(min).toBeLessThanOrEqual(1);
  });

  it('makes room around a single point', () => {
    const series = [testLine([5], [1])];
    for (const kind of ['linear', 'log', 'time', 'symlog'] as const) {
      const { min, max } = fitX(series, testStyles(series), kind);
      expect(min).toBeLessThan(5);
      expect(max).toBeGreaterThan(5);
    }
  });
});

it('firstAtLeast finds places in rising numbers', () => {
  const x = Float64Array.of(1, 2, 2, 3);
  expect([0, 2, 2.5, 4].map((bound) => firstAtLeast(x, bound))).toEqual([0, 1, 3, 4]);
});
