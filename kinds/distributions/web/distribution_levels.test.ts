import { describe, expect, it } from 'vitest';
import {
  areTensorboardLevels,
  askedLevels,
  levelBands,
  levelsText,
  parseLevels,
  tensorboardLevels,
} from './distribution_levels';

describe('levels', () => {
  it('are read from percents, sorted and each once', () => {
    expect(parseLevels('95, 5 50_5%')).toEqual([0.05, 0.5, 0.95]);
    expect(parseLevels(levelsText(tensorboardLevels, '_'))).toEqual(tensorboardLevels);
    expect(areTensorboardLevels(parseLevels('0 6.68 15.87 30.85 50 69.15 84.13 93.32 100') ?? [])).toBe(true);
  });

  it('are refused where they are none', () => {
    expect(['', 'five', '-1', '101', 'NaN'].map(parseLevels)).toEqual(Array(5).fill(undefined));
    expect(parseLevels(Array.from({ length: 16 }, (_, i) => i).join(' '))).toBeUndefined();
  });

  it('always have the median for the line', () => {
    expect(askedLevels([0.1, 0.9])).toEqual([0.1, 0.5, 0.9]);
    expect(askedLevels(tensorboardLevels)).toBe(tensorboardLevels);
  });

  it('make bands within each other', () => {
    expect(levelBands([0, 0.25, 0.5, 0.75, 1])).toEqual([
      { low: 0, high: 1 },
      { low: 0.25, high: 0.75 },
    ]);
    expect(levelBands([0.5, 0.9, 0.99])).toEqual([
      { low: 0.5, high: 0.99 },
      { low: 0.5, high: 0.9 },
    ]);
    expect(levelBands([0.5])).toEqual([]);
  });
});
