import { describe, expect, it } from 'vitest';
import type { ChartView, LineSeries } from './line_data';
import { drawLines, RasterTarget, type Picture } from './line_raster';
import { pictureSize } from './picture_size';
import {
  alphaAt,
  colorAt,
  drawnPixels,
  pixelView,
  testAxis,
  testLine,
  testRandom,
  testStyles,
  testTheme,
} from './line_test_support';

function draw(series: readonly LineSeries[], view: ChartView, styles = testStyles(series)): Picture {
  return drawLines(new RasterTarget(), series, view, styles, testTheme);
}

describe('a line', () => {
  it('covers its width, and half of the pixels that it reaches half', () => {
    // 1.5 wide around y = 10.5 from below of 20: the whole row 9, a quarter of rows 8 and 10.
    const picture = draw([testLine([-5, 25], [10.5, 10.5])], pixelView(20, 20));
    expect(alphaAt(picture, 7, 9)).toBe(255);
    expect(alphaAt(picture, 7, 8)).toBeGreaterThan(55);
    expect(alphaAt(picture, 7, 8)).toBeLessThan(72);
    expect(alphaAt(picture, 7, 10)).toBe(alphaAt(picture, 7, 8));
    expect(alphaAt(picture, 7, 7)).toBe(0);
    expect(colorAt(picture, 7, 9)).toEqual([255, 0, 0, 255]);
  });

  it('has the sharpness of the screen', () => {
    const picture = draw([testLine([-5, 25], [10, 10])], pixelView(20, 20, { pixelRatio: 2 }));
    expect(picture.width).toBe(40);
    expect([17, 18, 19, 20, 21, 22].map((row) => alphaAt(picture, 15, row) > 200)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  it('breaks at NaN and at infinities, and shows what stands alone as a dot', () => {
    const line = testLine([2, 12, 20, 30, 40, 50, 60], [10, 10, Number.NaN, 10, Infinity, 10, 10]);
    const picture = draw([line], pixelView(70, 20));
    expect(alphaAt(picture, 7, 9)).toBeGreaterThan(100);
    expect(alphaAt(picture, 21, 9)).toBe(0);
    expect(alphaAt(picture, 29, 8)).toBe(255);
    expect(alphaAt(picture, 29, 7)).toBeGreaterThan(100);
    expect(alphaAt(picture, 40, 9)).toBe(0);
    expect(alphaAt(picture, 55, 9)).toBeGreaterThan(100);
  });

  it('breaks where a value has no place on a logarithmic axis', () => {
    const view = pixelView(60, 20, { left: testAxis(1, 100, 'log') });
    for (const gone of [0, -5]) {
      const picture = draw([testLine([5, 20, 30, 40, 55], [10, 10, gone, 10, 10])], view);
      expect([12, 30, 48].map((column) => alphaAt(picture, column, 9) > 100)).toEqual([true, false, true]);
    }
    const early = draw([testLine([-1, 0, 2, 50], [10, 10, 10, 10])], { ...view, x: testAxis(1, 100, 'log') });
    expect([2, 20].map((column) => alphaAt(early, column, 9) > 100)).toEqual([false, true]);
  });

  it('is seen when it is shorter than a pixel', () => {
    for (const begin of [10.1, 10.4, 10.6, 10.9]) {
      // Without the dot that the end of a line in front has.
      const picture = draw([testLine([begin, begin + 0.3], [10, 10], { isBackground: true })], pixelView(20, 20));
      expect(drawnPixels(picture), `at ${begin}`).toBeGreaterThan(0);
    }
  });

  it('is no darker where it crosses or covers itself', () => {
    const there = testLine([0, 20, 20, 0], [2, 18, 2, 18], { isBackground: true });
    const picture = draw([there], pixelView(20, 20));
    const alphas = picture.pixels.filter((_, i) => i % 4 === 3);
    expect(Math.max(...alphas)).toBeLessThanOrEqual(Math.round(0.2 * 255));
  });
});

// Distance from a point to the nearest of the segments.
function distance(px: number, py: number, xs: readonly number[], ys: readonly number[]): number {
  let nearest = Infinity;
  for (let i = 1; i < xs.length; i += 1) {
    const [x0, y0, x1, y1] = [xs[i - 1] ?? 0, ys[i - 1] ?? 0, xs[i] ?? 0, ys[i] ?? 0];
    const square = (x1 - x0) ** 2 + (y1 - y0) ** 2;
    const at = Math.min(1, Math.max(0, ((px - x0) * (x1 - x0) + (py - y0) * (y1 - y0)) / square));
    nearest = Math.min(nearest, Math.hypot(px - x0 - at * (x1 - x0), py - y0 - at * (y1 - y0)));
  }
  return nearest;
}

// The plain way: a pixel is covered as far as a round pen around the line covers it.
it.each([1, 2, 3, 4, 5, 6])('random lines look as a round pen would draw them (%d)', (seed) => {
  const random = testRandom(seed);
  const [width, height] = [60, 40];
  const count = 6 + Math.floor(random() * 24);
  const xs = Array.from({ length: count }, () => random() * width).sort((a, b) => a - b);
  const ys = Array.from({ length: count }, () => random() * height);
  const picture = draw([testLine(xs, ys)], pixelView(width, height));
  const halfWidth = 0.75;
  let sum = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const away = distance(column + 0.5, height - row - 0.5, xs, ys);
      const expected = Math.min(1, Math.max(0, halfWidth + 0.5 - away));
      const drawn = alphaAt(picture, column, row) / 255;
      sum += Math.abs(drawn - expected);
      const isNearEnd = Math.hypot(column + 0.5 - (xs.at(-1) ?? 0), height - row - 0.5 - (ys.at(-1) ?? 0)) < 5;
      if (isNearEnd) continue;
      const where = `pixel ${column}, ${row}: ${away} away`;
      if (away < 0.2) expect(drawn, where).toBeGreaterThan(0.4);
      if (away > halfWidth + 1.5) expect(drawn, where).toBe(0);
    }
  }
  expect(sum / (width * height)).toBeLessThan(0.035);
});

describe('many points', () => {
  const [width, height] = [100, 60];
  const count = 50_000;
  const random = testRandom(5);
  const x = Float64Array.from({ length: count }, (_, i) => (i * width) / count);
  const y = Float64Array.from({ length: count }, (_, i) => 30 + 15 * Math.sin(i / 4000) + 10 * (random() - 0.5));

  function reduced(): LineSeries {
    const kept: number[] = [];
    const perColumn = count / width;
    for (let begin = 0; begin < count; begin += perColumn) {
      let [low, high] = [begin, begin];
      for (let i = begin; i < begin + perColumn; i += 1) {
        if ((y[i] ?? 0) < (y[low] ?? 0)) low = i;
        if ((y[i] ?? 0) > (y[high] ?? 0)) high = i;
      }
      kept.push(...[...new Set([begin, low, high, begin + perColumn - 1])].sort((a, b) => a - b));
    }
    return testLine(
      kept.map((i) => x[i] ?? 0),
      kept.map((i) => y[i] ?? 0),
    );
  }

  it('draw the same as the first, last, lowest and highest of each column', () => {
    const view = pixelView(width, height);
    const [all, few] = [draw([testLine(x, y)], view), draw([reduced()], view)];
    expect(drawnPixels(all)).toBeGreaterThan(500);
    expect(few.pixels).toEqual(all.pixels);
  });

  it('reach the lowest and highest value of each column', () => {
    const picture = draw([testLine(x, y)], pixelView(width, height));
    for (let column = 0; column < width; column += 1) {
      const own = y.subarray((column * count) / width, ((column + 1) * count) / width);
      const [top, bottom] = [height - Math.max(...own), height - Math.min(...own)];
      for (let row = Math.ceil(top); row < Math.floor(bottom); row += 1)
        expect(alphaAt(picture, column, row)).toBe(255);
    }
  });

  it.each([
    [5, 55],
    [55, 5],
  ])('hang together where they jump from %d to %d between two columns', (before, after) => {
    // The jump is from 9.975 to 10.025: half of it belongs to either column.
    const steps = Array.from({ length: 400 }, (_, i) => i / 20 + 0.025);
    const values = steps.map((step) => (step < 10 ? before : after));
    const picture = draw([testLine(steps, values)], pixelView(20, height));
    for (let row = 6; row < 54; row += 1) {
      const isLeft = row > 30 === before < after;
      if (row !== 30) expect(alphaAt(picture, isLeft ? 9 : 10, row), `row ${row}`).toBe(255);
    }
  });

  it('of any kind of number draw the same', () => {
    const values = Array.from({ length: 200 }, (_, i) => (i * 7) % 50);
    const steps = values.map((_, i) => i / 2);
    const view = pixelView(width, height);
    const plain = draw([testLine(steps, values)], view);
    for (const kind of [Float32Array, Int32Array, Uint32Array, Int16Array, Uint16Array, Int8Array, Uint8Array]) {
      expect(draw([testLine(steps, values, { y: kind.from(values) })], view).pixels).toEqual(plain.pixels);
    }
  });
});

describe('zoomed in by a billion', () => {
  const view = (minX: number, maxX: number, minY: number, maxY: number): ChartView => ({
    ...pixelView(50, 50),
    x: testAxis(minX, maxX),
    left: testAxis(minY, maxY),
  });

  it('a segment that enters and leaves is drawn where it passes', () => {
    const picture = draw([testLine([0, 1e9], [0, 1e9])], view(5e8, 5e8 + 1, 5e8, 5e8 + 1));
    for (let i = 2; i < 48; i += 1) {
      expect(alphaAt(picture, i, 49 - i)).toBeGreaterThan(150);
      expect(alphaAt(picture, i, (49 - i + 10) % 50)).toBe(0);
    }
  });

  it('a spike passes as an upright line', () => {
    const picture = draw([testLine([24, 25, 26], [-1e15, 1e15, -1e15])], view(0, 50, 0, 1));
    for (let row = 0; row < 50; row += 1)
      expect(alphaAt(picture, 24, row) + alphaAt(picture, 25, row)).toBeGreaterThan(200);
    expect(alphaAt(picture, 10, 25)).toBe(0);
  });

  it('dashes stay as they are', () => {
    const lines = [testLine([0, 1e9], [0, 1e9])];
    const styles = testStyles(lines, { dash: [5, 5] });
    const picture = draw(lines, view(5e8, 5e8 + 1, 5e8, 5e8 + 1), styles);
    const onDiagonal = Array.from({ length: 46 }, (_, i) => alphaAt(picture, i + 2, 47 - i));
    expect(onDiagonal.filter((alpha) => alpha > 150).length).toBeGreaterThan(15);
    expect(onDiagonal.filter((alpha) => alpha === 0).length).toBeGreaterThan(8);
  });

  it('values as large as doubles get do no harm', () => {
    const picture = draw([testLine([0, 25, 50], [-Number.MAX_VALUE, Number.MAX_VALUE, 0])], view(0, 50, 0, 1));
    expect(picture.width).toBe(50);
  });
});

it('log axes leave out zero and less', () => {
  const line = testLine([0, 10, 20, 30, 40], [10, 10, 0, -3, 10]);
  const picture = draw([line], { ...pixelView(41, 30), left: testAxis(1, 100, 'log') });
  expect(alphaAt(picture, 5, 15)).toBeGreaterThan(100);
  expect(alphaAt(picture, 20, 15)).toBe(0);
  expect(alphaAt(picture, 39, 15)).toBe(255);
});

it('symlog axes have a place for every value', () => {
  const line = testLine([0, 30], [-99, 99]);
  const picture = draw([line], { ...pixelView(30, 31), left: testAxis(-99, 99, 'symlog') });
  expect(alphaAt(picture, 15, 15)).toBeGreaterThan(100);
});

describe('nothing to draw', () => {
  it.each<[string, readonly LineSeries[]]>([
    ['no series', []],
    ['no points', [testLine([], [])]],
    ['only breaks', [testLine([1, 2], [Number.NaN, Number.NaN])]],
    ['outside of the view', [testLine([1000, 2000], [5, 5])]],
    ['no number in x', [testLine([Number.NaN, Number.NaN], [5, 5])]],
  ])('%s', (_, series) => {
    expect(drawnPixels(draw(series, pixelView(20, 20)))).toBe(0);
  });

  it.each([
    [0, 10],
    [10, 0],
    [-5, 10],
    [Number.NaN, 10],
    [0.2, 10],
  ])('a plot of %d by %d', (width, height) => {
    const view = pixelView(width, height);
    expect(pictureSize(view)).toEqual({ width: 0, height: 0 });
    expect(draw([testLine([0, 1], [0, 1])], view).pixels).toHaveLength(0);
  });
});

describe('parts of a series', () => {
  it('bands are filled between their curves', () => {
    const bands = [{ low: Float64Array.of(5, 5), high: Float64Array.of(15, 15) }];
    const picture = draw([testLine([0, 30], [100, 100], { bands })], pixelView(30, 20));
    expect(alphaAt(picture, 15, 10)).toBeGreaterThan(34);
    expect(alphaAt(picture, 15, 10)).toBeLessThan(42);
    expect(alphaAt(picture, 15, 2)).toBe(0);
    expect(alphaAt(picture, 15, 17)).toBe(0);
  });

  it('the raw line is faint', () => {
    const picture = draw([testLine([0, 30], [100, 100], { raw: Float64Array.of(10.5, 10.5) })], pixelView(30, 20));
    expect(alphaAt(picture, 15, 9)).toBe(63);
  });

  it('branches that were superseded are dashed, whatever their order in x', () => {
    const superseded = { x: Float64Array.of(40, 80, 0, 10, 50), y: Float64Array.of(5, 5, Number.NaN, 15.5, 15.5) };
    const picture = draw([testLine([0, 90], [100, 100], { superseded })], pixelView(90, 20));
    const row = Array.from({ length: 38 }, (_, i) => alphaAt(picture, 11 + i, 4));
    expect(row.filter((alpha) => alpha > 90).length).toBeGreaterThan(15);
    expect(row.filter((alpha) => alpha === 0).length).toBeGreaterThan(5);
    expect(alphaAt(picture, 41, 15)).toBeGreaterThan(40);
  });

  it('what is not finite is marked at the line, at the top and at the bottom', () => {
    const marks = [
      { x: 20, kind: 'nan' as const, count: 3 },
      { x: 50, kind: '+inf' as const, count: 1 },
      { x: 80, kind: '-inf' as const, count: 1 },
    ];
    const line = testLine([5, 10, 20, 50, 80], [30, 30, Number.NaN, Number.NaN, Number.NaN], { marks });
    const picture = draw([line], pixelView(100, 60));
    expect(alphaAt(picture, 20, 30)).toBe(255);
    expect(alphaAt(picture, 50, 5)).toBe(255);
    expect(alphaAt(picture, 50, 30)).toBe(0);
    expect(alphaAt(picture, 80, 54)).toBe(255);
    expect(alphaAt(picture, 80, 30)).toBe(0);
  });

  it('a line of the right axis follows that axis', () => {
    const view = { ...pixelView(30, 20), right: testAxis(1000, 1020) };
    const picture = draw([testLine([0, 30], [1010.5, 1010.5], { side: 'right' })], view);
    expect(alphaAt(picture, 15, 9)).toBe(255);
  });
});

it('later lines lie on top, highlighted ones above all, and the others step back', () => {
  const lines = [
    testLine([0, 20], [10.5, 10.5], { key: 'first' }),
    testLine([0, 20], [10.5, 10.5], { key: 'second' }),
    testLine([0, 20], [4.5, 4.5], { key: 'third' }),
  ];
  const styles = new Map(testStyles(lines));
  styles.set('second', { color: '#0000ff', isVisible: true, isHighlighted: false, dash: [] });
  expect(colorAt(draw(lines, pixelView(20, 20), styles), 8, 9)).toEqual([0, 0, 255, 255]);
  styles.set('first', { color: '#ff0000', isVisible: true, isHighlighted: true, dash: [] });
  const picture = draw(lines, pixelView(20, 20), styles);
  expect(colorAt(picture, 8, 9)).toEqual([255, 0, 0, 255]);
  expect(alphaAt(picture, 8, 15)).toBe(63);
});

it('half covered pixels of two lines mix their colours', () => {
  const lines = [testLine([0, 20], [10.5, 10.5], { key: 'below' }), testLine([0, 20], [9.5, 9.5], { key: 'above' })];
  const styles = new Map(testStyles(lines));
  styles.set('above', { color: '#0000ff', isVisible: true, isHighlighted: false, dash: [] });
  const [red = 0, , blue = 0, alpha] = colorAt(draw(lines, pixelView(20, 20), styles), 8, 9);
  expect(alpha).toBe(255);
  expect(blue).toBeGreaterThan(50);
  expect(blue).toBeLessThan(80);
  expect(red).toBeGreaterThan(175);
});

it('the same target draws any size after any other', () => {
  const target = new RasterTarget();
  const lines = [testLine([0, 100], [0, 100])];
  const once = (size: number): Picture => drawLines(target, lines, pixelView(size, size), testStyles(lines), testTheme);
  const first = once(30);
  once(50);
  expect(once(30).pixels).toEqual(first.pixels);
  expect(once(30).pixels).toEqual(first.pixels);
});
