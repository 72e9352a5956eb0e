import { expect, test } from 'vitest';
import type { Run } from '$api/core';
import { groupingBy } from '$kind/run_coloring';
import type { GroupBy } from './data/card_query';
import { groupRuns } from './data/run_groups';
import { namedForGroups } from './group_names';

const folder = 'exp/2026/';
const runs = ['a/seed1', 'a/seed2', 'b/seed1', 'lone'].map((name): Run => {
  const full = `${folder}${name}`;
  return { id: full, name: full, points: 0, kinds: new Map(), lastStep: 0, startTime: 0, lastTime: 0 };
});

function byPattern(pattern: string): GroupBy {
  return { by: 'regex', pattern, line: 'mean', band: 'std', showsRuns: true };
}

test.each(['^(.*)/', '^a', '^exp/(.*)/', '(seed.)', '^(none)'])('%s groups runs as it colours them', (pattern) => {
  const groups = groupRuns({ runs: namedForGroups(runs, byPattern(pattern), folder) }, byPattern(pattern), () => []);
  const colored = groupingBy(pattern, new Map(), folder);
  for (const run of runs) {
    const [name] = [...groups].find(([, ids]) => ids.includes(run.id)) ?? [];
    expect(name).toBe(colored(run));
  }
});

test('names that the list shows come first', () => {
  const groups = groupRuns({ runs: namedForGroups(runs, byPattern('^(.*)/'), folder) }, byPattern('^(.*)/'), () => []);
  expect([...groups.keys()]).toEqual(['a', 'b', 'exp/2026']);
});

test('tags of runs are found by their whole names, and a broken pattern changes nothing', () => {
  expect(namedForGroups(runs, { ...byPattern(''), by: 'tag' }, folder)).toBe(runs);
  expect(namedForGroups(runs, byPattern('('), folder)).toBe(runs);
  expect(namedForGroups(runs, undefined, folder)).toBe(runs);
});
