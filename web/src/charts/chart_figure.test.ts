import { describe, expect, it } from 'vitest';
import { figureFileName, figureOf, wrongNumber, type FigureChoice, type FigureSource } from './chart_figure';

const choice: FigureChoice = {
  format: 'svg',
  title: 'Loss',
  xLabel: 'Step',
  yLabel: '',
  rightLabel: '',
  hasLegend: true,
  width: 640,
  height: 400,
  fontSize: 12,
  scale: 2,
  isOnWhite: true,
};
const axis = { kind: 'linear', domain: { min: 0, max: 1 }, symlogConstant: 1 } as const;
const source: FigureSource = {
  axes: { x: axis, left: axis },
  series: [],
  styles: new Map([['a', { color: '#ff0000', isVisible: true, isHighlighted: true, dash: [] }]]),
  xText: 'step',
  theme: {
    ground: '#000000',
    text: '#ffffff',
    dim: '#ffffff',
    grid: '#ffffff',
    axis: '#ffffff',
    accent: '#ffffff',
    isDark: true,
  },
  language: 'en',
};

describe('wrongNumber', () => {
  it.each([
    [{}, undefined],
    [{ width: 10 }, 'width'],
    [{ height: Number.NaN }, 'height'],
    [{ fontSize: 500 }, 'fontSize'],
  ] as const)('of %o is %s', (change, name) => expect(wrongNumber({ ...choice, ...change })).toBe(name));
});

describe('figureOf', () => {
  it('is on white for paper, and as the page where that is wished', () => {
    expect(figureOf(choice, source).theme.ground).toBe('#ffffff');
    expect(figureOf({ ...choice, isOnWhite: false }, source).theme).toBe(source.theme);
  });
  it('forgets what the pointer highlights', () => {
    expect(figureOf(choice, source).styles.get('a')?.isHighlighted).toBe(false);
  });
});

it.each([
  ['train/loss', 'train_loss.svg'],
  ['  a:b*c? ', 'a_b_c.svg'],
  ['../..', 'chart.svg'],
  ['损失', '损失.svg'],
  ['', 'chart.svg'],
])('figureFileName(%s) is %s', (name, file) => expect(figureFileName(name, 'svg')).toBe(file));

it('cuts a long name between letters', () => {
  const file = figureFileName('😀'.repeat(200), 'png');
  expect(file).toBe(`${'😀'.repeat(100)}.png`);
});
