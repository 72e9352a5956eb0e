import { expect, it } from 'vitest';
import { comparedRuns } from './compared_runs';

const [a, b, c] = ['aaaaaaaa11', 'bbbbbbbb22', 'cccccccc33'].map((runId) => ({ runId }));
const all = [a, b, c].filter((run) => run !== undefined);

it('compares the first two, or the baseline with the first other one', () => {
  expect(comparedRuns(all, ['', ''], '')).toEqual([a, b]);
  expect(comparedRuns(all, ['', ''], 'bbbbbbbb')).toEqual([b, a]);
});

it('compares those that were chosen, as far as the card has them', () => {
  expect(comparedRuns(all, ['cccccccc', 'aaaaaaaa'], '')).toEqual([c, a]);
  expect(comparedRuns(all, ['', 'aaaaaaaa'], '')).toEqual([b, a]);
  expect(comparedRuns(all, ['dddddddd', 'cccccccc'], '')).toEqual([a, c]);
});

it('has nothing to compare with one run', () => {
  expect(comparedRuns(all.slice(0, 1), ['', ''], '')).toBeUndefined();
});
