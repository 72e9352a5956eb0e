import { expect, it } from 'vitest';
import { commonFolder, shortenMiddle } from './short_names';

it.each([
  [['exp/a/1', 'exp/a/2'], 'exp/a/'],
  [['exp/a/1', 'exp/ab/2'], 'exp/'],
  [['run1', 'run2'], ''],
  [['exp/', 'exp/x'], ''],
  [['only/one'], ''],
  [[], ''],
  [['same/x', 'same/x'], 'same/'],
])('commonFolder(%j) is %s', (names, folder) => expect(commonFolder(names)).toBe(folder));

it('keeps the end of a long name, and whole letters', () => {
  expect(shortenMiddle('short', 10)).toBe('short');
  expect(shortenMiddle('experiments/very/long/name', 12)).toBe('expe…ng/name');
  expect(shortenMiddle('😀😀😀😀😀', 3)).toBe('…😀😀');
});
