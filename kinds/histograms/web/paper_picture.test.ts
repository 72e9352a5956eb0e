import { expect, it } from 'vitest';
import { binHeights } from './drawing/bin_heights';
import { plainHeights, rowsOf } from './drawing/histogram_rows_support';
import { paperPicture, type PaperRun } from './paper_picture';

function runs(count: number): readonly PaperRun[] {
  return Array.from({ length: count }, (_, i) => {
    const series = rowsOf([
      [1, 2],
      [2, 1],
    ]);
    const [heights] = binHeights([series], plainHeights);
    if (heights === undefined) throw new Error('no heights');
    return { series, heights, name: `run ${i}`, color: '#ff0000', origin: 0 };
  });
}

const choice = { title: 'weights', mode: 'offset', axis: 'step', language: 'en' } as const;

it('has all runs beside each other, in rows of three', () => {
  const { svg, width, height } = paperPicture(runs(4), choice);
  expect([0, 1, 2, 3].every((i) => svg.includes(`run ${i}`))).toBe(true);
  expect(svg).toContain('weights');
  const one = paperPicture(runs(1), choice);
  expect(width).toBeGreaterThan(2.8 * one.width);
  expect(height).toBeGreaterThan(1.8 * one.height);
});

it('has two runs in one plot', () => {
  const pair = { mode: 'mirrored', step: undefined, heights: plainHeights } as const;
  const { svg, width } = paperPicture(runs(2), { ...choice, pair });
  expect(width).toBe(paperPicture(runs(1), choice).width);
  expect(svg).toContain('run 0');
  expect(svg).toContain('run 1');
});
