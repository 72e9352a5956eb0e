import { expect, it } from 'vitest';
import { missingRuns } from './link_check';

const ids = ['11112222aaaa0000', '33334444bbbb0000'];

it('counts the runs of a link that are not here', () => {
  const selection = { mode: 'only', ids: new Set(['11112222', '99990000']) } as const;
  expect(missingRuns(selection, ids)).toEqual({ named: 2, missing: 1 });
  expect(missingRuns(selection, [])).toEqual({ named: 2, missing: 2 });
});

it('misses nothing where runs are left out', () => {
  const selection = { mode: 'except', ids: new Set(['99990000']) } as const;
  expect(missingRuns(selection, ids)).toEqual({ named: 0, missing: 0 });
});
