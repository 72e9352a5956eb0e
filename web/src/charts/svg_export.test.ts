import { describe, expect, it } from 'vitest';
import { layoutFigure, type Figure } from './figure_layout';
import type { LineSeries } from './line_data';
import { testAxis, testLine, testRandom, testStyles, testTheme } from './line_test_support';
import { makeScale } from './scale';
import { escapeXml, figureSvg } from './svg_export';
import { bandPath, linePath } from './svg_path';

function figure(series: readonly LineSeries[], more: Partial<Figure> = {}): Figure {
  return {
    title: 'Loss',
    xLabel: 'Step',
    yLabel: 'Value',
    width: 800,
    height: 500,
    fontSize: 12,
    legend: true,
    view: { x: testAxis(0, 100), left: testAxis(0, 1) },
    xText: 'step',
    yText: 'number',
    series,
    styles: testStyles(series),
    theme: testTheme,
    language: 'en',
    ...more,
  };
}

describe('linePath', () => {
  const box = { width: 100, height: 100, columnWidth: 1 };
  const pixels = makeScale(testAxis(0, 100), 0, 100);
  const path = (x: readonly number[], y: readonly number[]) => {
    const line = testLine(x, y);
    return linePath(line.x, line.y, pixels, pixels, box);
  };

  it('writes points by their distances', () => {
    expect(path([0, 10, 20.5], [5, 5, 0.25]).data).toBe('M0 5h10l10.5-4.75');
  });

  it('lifts the pen at breaks and tells lone points', () => {
    const { data, lonePoints } = path([0, 10, 20, 30, 40, 50, 60], [5, 5, Number.NaN, 7, Number.NaN, 9, 9]);
    expect(data).toBe('M0 5h10M50 9h10');
    expect(lonePoints).toEqual([30, 7]);
  });

  it('cuts what leaves the box', () => {
    const { data } = path([-1e12, 1e12], [-1e12, 1e12]);
    expect(data).toBe('M-20-20l140 140');
    expect(path([0, 10], [1e9, 1e9]).data).toBe('');
  });

  it('makes one upright stroke of many points in a column', () => {
    const { data } = path([10.1, 10.2, 10.3, 10.4, 20], [50, 10, 90, 50, 50]);
    expect(data).toBe('M10.5 10v80l9.5-40');
  });

  it('never has more than three digits after the point', () => {
    const random = testRandom(2);
    const { data } = path(
      Array.from({ length: 90 }, (_, i) => i + random()),
      Array.from({ length: 90 }, () => random() * 100),
    );
    expect(data).not.toMatch(/\.\d{4}/);
    expect(data).not.toMatch(/NaN|Infinity|e-/);
  });
});

it('bandPath closes an area for each run of points', () => {
  const pixels = makeScale(testAxis(0, 100), 0, 100);
  const x = Float64Array.of(0, 10, 20, 30, 40);
  const low = Float64Array.of(1, 2, Number.NaN, 4, 5);
  const high = Float64Array.of(11, 12, 13, 14, 15);
  const data = bandPath(x, low, high, pixels, pixels, { width: 100, height: 100, columnWidth: 1 });
  expect(data).toBe('M0 1l10 1v10l-10-1zM30 4l10 1v10l-10-1z');
});

describe('figureSvg', () => {
  it('is safe for any name', () => {
    const name = '<script>alert("1")</script> & \u0007 \ud800 🚀 损失';
    const svg = figureSvg(
      figure([testLine([0, 1], [0, 1], { label: name })], { title: name, xLabel: name, yLabel: name }),
    );
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0007');
    expect(svg).toContain('🚀 损失');
    expect(svg).not.toMatch(/\p{Surrogate}/u);
    expect(svg.match(/&(?!amp;|lt;|gt;|quot;|#39;)/)).toBeNull();
  });

  it('stays below 200 KB for ten curves of a hundred thousand noisy points', () => {
    const random = testRandom(4);
    const x = Float64Array.from({ length: 100_000 }, (_, i) => i / 1000);
    const series = Array.from({ length: 10 }, (_, k) =>
      testLine([], [], { key: `run ${k}`, x, y: Float64Array.from(x, () => random()) }),
    );
    const svg = figureSvg(figure(series, { width: 1600 }));
    expect(svg.length).toBeLessThan(200_000);
    expect(svg.match(/<path d="[^"]{1000,}"/g)).toHaveLength(10);
  });

  it('has title, labels, ticks, names and every part of a series', () => {
    const bands = [{ low: Float64Array.of(0.1, 0.2), high: Float64Array.of(0.3, 0.4) }];
    const marks = [{ x: 50, kind: '+inf' as const, count: 1 }];
    const line = testLine([0, 100], [0.2, 0.3], { label: 'run/1', bands, marks, raw: Float64Array.of(0, 1) });
    const svg = figureSvg(figure([line], { styles: testStyles([line], { dash: [6, 3] }) }));
    for (const text of [
      '>Loss</text>',
      '>Step</text>',
      '>Value</text>',
      '>run/1</text>',
      '>0.2</text>',
      '>100</text>',
    ]) {
      expect(svg).toContain(text);
    }
    expect(svg).toContain('stroke-dasharray="6 3"');
    expect(svg).toContain('opacity="0.15"');
    expect(svg).toContain('opacity="0.25"');
    expect(svg).toContain('<polygon');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('has a second axis only for lines of the right side', () => {
    const line = testLine([0, 100], [5, 9], { side: 'right' });
    const view = { x: testAxis(0, 100), left: testAxis(0, 1), right: testAxis(0, 10) };
    const svg = figureSvg(figure([line], { view, rightLabel: 'Rate' }));
    expect(svg).toContain('>Rate</text>');
    expect(svg).toContain('>10</text>');
    expect(figureSvg(figure([line]))).not.toContain('>Rate</text>');
  });

  it('is whole without data, and on the smallest page', () => {
    expect(figureSvg(figure([], { title: '', xLabel: '', yLabel: '', width: 1, height: 1 }))).toMatch(
      /<\/svg><\/svg>$/,
    );
  });
});

describe('layoutFigure', () => {
  it('counts the names for which there is no room', () => {
    const series = Array.from({ length: 200 }, (_, k) =>
      testLine([0], [0], { key: `k${k}`, label: `experiment number ${k}` }),
    );
    const { legend, top, height } = layoutFigure(figure(series));
    const last = legend.at(-1)?.label ?? '';
    expect(Number(last.slice(1)) + legend.length - 1).toBe(200);
    expect(last).toMatch(/^\+\d+$/);
    expect(top).toBeLessThan(250);
    expect(height).toBeGreaterThan(150);
  });

  it('puts names of unlike length into columns, while these have room', () => {
    const named = (labels: readonly string[]): readonly number[] => {
      const lines = labels.map((label, i) => testLine([0], [0], { label, key: String(i) }));
      return layoutFigure(figure(lines)).legend.map((entry) => Math.round(entry.x));
    };
    const short = named(['a', 'a longer name', 'b', 'another long one', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']);
    expect(short.length).toBe(12);
    expect(new Set(short).size).toBeLessThan(6);
    // In columns as wide as the longest there would be no room for all.
    const unlike = named(['x'.repeat(60), ...Array.from({ length: 20 }, (_, i) => `run ${i}`)]);
    expect(unlike.length).toBe(21);
  });

  it('lets no name turn around what stands behind it', () => {
    const { legend } = layoutFigure(figure([testLine([0], [0], { label: 'a\u202eevil' })]));
    expect(legend[0]?.label).toBe('a\\u202eevil');
  });

  it('shortens names of any length by their beginning', () => {
    const { legend } = layoutFigure(figure([testLine([0], [0], { label: `${'x'.repeat(10_000)}end` })]));
    expect(legend[0]?.label).toMatch(/^…x+end$/);
    expect(legend[0]?.label.length).toBe(60);
  });
});

it('escapeXml leaves other letters alone', () => {
  expect(escapeXml('a<b & "c" \'d\' 中 é\t')).toBe('a&lt;b &amp; &quot;c&quot; &#39;d&#39; 中 é\t');
});

it.each([
  ['en', 'rate (right axis)'],
  ['zh', 'rate（右轴）'],
] as const)('names what the right axis measures (%s)', (language, label) => {
  const series = [testLine([0, 1], [0, 1], { key: 'a', label: 'loss' })];
  series.push(testLine([0, 1], [0, 1], { key: 'b', label: 'rate', side: 'right' }));
  const view = { x: testAxis(0, 100), left: testAxis(0, 1), right: testAxis(0, 1) };
  const { legend } = layoutFigure(figure(series, { view, language }));
  expect(legend.map((entry) => entry.label)).toEqual(['loss', label]);
});
