import { describe, expect, it } from 'vitest';
import { translate } from '$base/language.svelte';
import { rowsOf } from './drawing/histogram_rows_support';
import { histogramsMessages } from './histograms_messages';
import { amountText, binLines, binSpoken, pairLines, rowStepText, shareText, type ReadoutWords } from './readout_lines';

const words: ReadoutWords = {
  language: 'en',
  t: (key, values) => translate(histogramsMessages, 'en', key, values),
};

describe('readout', () => {
  it('tells step, time, edges, count, share and percentile', () => {
    const series = rowsOf([
      [1, 3],
      [2, 2],
    ]);
    const lines = binLines(series, { row: 1, bin: 0 }, { name: 'mine', color: '#ff0000' }, 1_700_000_000, words);
    const texts = lines.flatMap((line) => (line.kind === 'value' ? [`${line.name}: ${line.value}`] : [line.name]));
    expect(texts[0]).toBe('mine');
    expect(texts).toContain('Step: 10');
    expect(texts.some((text) => text.startsWith('Time: ') && text.endsWith('10 s'))).toBe(true);
    expect(texts).toContain('Values: 0 to 1');
    expect(texts).toContain('Count: 2');
    expect(texts).toContain('Share: 50%');
    expect(texts).toContain('Below 1: 50%');
    expect(binSpoken(series, { row: 1, bin: 0 }, words)).toBe('Step 10, values 0 to 1: 2, 50% of all; 50% below 1');
  });

  it('tells which steps a merged row holds', () => {
    const series = rowsOf([[1], [1]], { merged: Float64Array.of(5, 1), lastSteps: Float64Array.of(8, 10) });
    expect(rowStepText(series, 0, words)).toBe('0 to 8 (5)');
    expect(rowStepText(series, 1, words)).toBe('10');
  });

  it('tells both runs of a pair, also if one has nothing', () => {
    const series = rowsOf([[1, 3]]);
    const side = { series, name: 'a', color: '#ff0000' };
    const lines = pairLines(
      [
        { ...side, row: 0 },
        { ...side, name: 'b', row: undefined },
      ],
      1,
      words,
    );
    expect(lines.filter((line) => line.kind === 'run').map(({ name }) => name)).toEqual(['a', 'b']);
    expect(lines.some((line) => line.name === 'no value')).toBe(true);
  });
});

it('says all and nothing only where it is so', () => {
  expect(shareText(1)).toBe('100%');
  expect(shareText(0.99999)).toBe('99.999%');
  expect(shareText(0)).toBe('0%');
  expect(shareText(0.00002)).toBe('0.002%');
  expect(shareText(0.1234)).toBe('12.3%');
  expect(shareText(Number.NaN)).toBe('–');
});

it('keeps parts of small counts', () => {
  expect(amountText(0.25, 'en')).toBe('0.25');
  expect(amountText(12345.6, 'en')).toBe('12,346');
});
