import { describe, expect, it } from 'vitest';
import type { ChartTheme, ChartView, LineSeries, LineStyle } from './line_data';
import { RasterDesk } from './raster_desk';
import { RecentPictures, type Looks, type Picture } from './recent_pictures';

const axis = { kind: 'linear', domain: { min: 0, max: 1 }, symlogConstant: 1 } as const;
const view: ChartView = { x: axis, left: axis, width: 4, height: 2, pixelRatio: 1 };
const theme: ChartTheme = {
  ground: '#ffffff',
  text: '#000000',
  dim: '#777777',
  grid: '#eeeeee',
  axis: '#cccccc',
  accent: '#0000ff',
  isDark: false,
};

function style(change: Partial<LineStyle> = {}): LineStyle {
  return { color: '#ff0000', isVisible: true, isHighlighted: false, dash: [], ...change };
}

function looks(...styles: readonly LineStyle[]): Looks {
  return { view, theme, styles: new Map(styles.map((one, i) => [String(i), one])) };
}

function picture(mark: number): Picture {
  return { width: 4, height: 2, pixels: new Uint8ClampedArray(32).fill(mark) };
}

describe('RecentPictures', () => {
  it('finds a picture by what it shows, not by who asks', () => {
    const recent = new RecentPictures(1000);
    recent.keep('a', looks(style(), style({ dash: [2, 1] })), picture(1));
    expect(recent.find('a', looks(style(), style({ dash: [2, 1] })))).toEqual(picture(1));
  });

  it.each([
    ['another chart', 'b', looks(style())],
    ['another colour', 'a', looks(style({ color: '#00ff00' }))],
    ['a hidden line', 'a', looks(style({ isVisible: false }))],
    ['a line in front', 'a', looks(style({ isHighlighted: true }))],
    ['a dashed line', 'a', looks(style({ dash: [1, 1] }))],
    ['more lines', 'a', looks(style(), style())],
    ['another view', 'a', { ...looks(style()), view: { ...view, width: 5 } }],
    ['another theme', 'a', { ...looks(style()), theme: { ...theme, isDark: true } }],
  ])('does not take it for %s', (_, chart, asked) => {
    const recent = new RecentPictures(1000);
    recent.keep('a', looks(style()), picture(1));
    expect(recent.find(chart, asked)).toBeUndefined();
  });

  it('gives away copies', () => {
    const recent = new RecentPictures(1000);
    const made = picture(1);
    recent.keep('a', looks(style()), made);
    made.pixels.fill(9);
    recent.find('a', looks(style()))?.pixels.fill(9);
    expect(recent.find('a', looks(style()))).toEqual(picture(1));
  });

  it('keeps the last three of a chart, and no more bytes than it may', () => {
    const recent = new RecentPictures(4 * 32);
    const colors = ['#000000', '#000001', '#000002', '#000003'].map((color) => looks(style({ color })));
    colors.forEach((one, i) => recent.keep('a', one, picture(i)));
    expect(colors.map((one) => recent.find('a', one)?.pixels[0])).toEqual([undefined, 1, 2, 3]);
    recent.keep('b', looks(style()), picture(5));
    recent.keep('c', looks(style()), picture(6));
    expect(recent.bytes).toBe(4 * 32);
    expect(colors.map((one) => recent.find('a', one)?.pixels[0])).toEqual([undefined, undefined, 2, 3]);
    recent.forget('a');
    expect(recent.bytes).toBe(2 * 32);
  });
});

it('a chart whose data change is drawn anew', () => {
  const desk = new RasterDesk();
  const length = 20_000;
  const x = Float64Array.from({ length }, (_, i) => i / length);
  const draw = (value: number): Uint8ClampedArray | undefined => {
    const y = new Float64Array(length).fill(value);
    const series: LineSeries = { key: '0', label: '', x, y, side: 'left', isBackground: false };
    desk.handle({ kind: 'data', chart: 'a', series: [series] });
    return desk.handle({ kind: 'draw', chart: 'a', id: 1, ...looks(style()) })?.pixels;
  };
  const [high, low] = [draw(0.9), draw(0.1)];
  expect(high).not.toEqual(low);
  expect(draw(0.9)).toEqual(high);
});
