import { expect, test } from 'vitest';
import type { Run } from '$api/core';
import type { GroupBy } from './data/card_query';
import { groupLegend } from './group_legend';

const byFolder: GroupBy = { by: 'regex', pattern: '^(.*)/', line: 'mean', band: 'std', showsRuns: true };

function run(name: string): Run {
  return { id: name, name, points: 0, kinds: new Map(), lastStep: 0, startTime: 0, lastTime: 0 };
}

test('the largest group comes first, and runs in none are counted', () => {
  const runs = ['a/1', 'b/1', 'b/2', 'lone', 'other'].map(run);
  expect(groupLegend(runs, byFolder, () => [])).toEqual({
    groups: [
      { name: 'b', runs: 2 },
      { name: 'a', runs: 1 },
    ],
    left: 2,
  });
});

test('a run with two tags is in two groups, and left out of neither', () => {
  const byTag: GroupBy = { ...byFolder, by: 'tag', pattern: '' };
  const legend = groupLegend([run('a'), run('b')], byTag, ({ name }) => (name === 'a' ? ['x', 'y'] : []));
  expect(legend).toEqual({
    groups: [
      { name: 'x', runs: 1 },
      { name: 'y', runs: 1 },
    ],
    left: 1,
  });
});
