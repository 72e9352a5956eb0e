import { expect, it } from 'vitest';
import { lineStrokes } from './line_layers';
import { testLine, testStyles, testTheme } from './line_test_support';

const column = Float64Array.of(1, 2);

function described(strokes: ReturnType<typeof lineStrokes>): readonly string[] {
  return strokes.map((one) => `${one.series.key} ${one.part} ${one.width} ${Number(one.alpha.toFixed(3))}`);
}

it('draws layer by layer, highlighted series last in each', () => {
  const whole = {
    raw: column,
    bands: [{ low: column, high: column }],
    superseded: { x: column, y: column },
    marks: [{ x: 1, kind: 'nan' as const, count: 1 }],
  };
  const lines = [
    testLine([0, 1], [0, 1], { key: 'a', ...whole }),
    testLine([0, 1], [0, 1], { key: 'b' }),
    testLine([0, 1], [0, 1], { key: 'behind', isBackground: true }),
    testLine([0, 1], [0, 1], { key: 'hidden' }),
  ];
  const styles = new Map(testStyles(lines));
  styles.set('hidden', { color: '#000000', isVisible: false, isHighlighted: false, dash: [] });
  expect(described(lineStrokes(lines, styles, testTheme))).toEqual([
    'behind line 1 0.2',
    'a superseded 1 0.4',
    'a band 0 0.15',
    'a raw 1 0.25',
    'a line 1.5 1',
    'b line 1.5 1',
    'a marks 0 1',
  ]);
  styles.set('a', { color: '#000000', isVisible: true, isHighlighted: true, dash: [] });
  expect(described(lineStrokes(lines, styles, testTheme))).toEqual([
    'behind line 1 0.05',
    'a superseded 1 0.4',
    'a band 0 0.15',
    'a raw 1 0.25',
    'b line 1.5 0.25',
    'a line 2.5 1',
    'a marks 0 1',
  ]);
});

it('gives dots to the ends of few lines only', () => {
  const lines = Array.from({ length: 100 }, (_, i) => testLine([0, 1], [0, 1], { key: `line ${i}` }));
  const dots = (count: number): number => {
    const some = lines.slice(0, count);
    return lineStrokes(some, testStyles(some), testTheme).filter((one) => one.hasEndDot).length;
  };
  expect(dots(10)).toBe(10);
  expect(dots(100)).toBe(0);
});
