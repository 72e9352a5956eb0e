import { expect, it } from 'vitest';
import { parseHash } from './view_address';

it.each([
  ['', '', []],
  ['#scalars', 'scalars', []],
  [
    '#/scalars?x=wall&smooth=0.6',
    'scalars',
    [
      ['x', 'wall'],
      ['smooth', '0.6'],
    ],
  ],
  ['#histograms&run=a%20b', 'histograms', [['run', 'a b']]],
  ['#a%2Fb', 'a/b', []],
  ['#100%', '100%', []],
])('reads %s', (hash, page, texts) => {
  expect(parseHash(hash)).toEqual([page, new Map(texts.map(([key = '', text = '']) => [key, text]))]);
});
