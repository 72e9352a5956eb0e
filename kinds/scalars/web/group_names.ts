// Under which names runs are put into groups.
import type { Run } from '$api/core';
import { groupOf } from '$base/run_colors';
import { compileGroups } from '$kind/run_coloring';
import type { GroupBy } from './data/card_query';

// The runs as a pattern reads them, which is as colours by a pattern are given: without the folder that all names begin with, unless only the
// whole name matches.
export function namedForGroups(runs: readonly Run[], group: GroupBy | undefined, commonFolder: string): readonly Run[] {
  if (group?.by !== 'regex' || commonFolder === '') return runs;
  const { pattern } = compileGroups(group.pattern);
  if (pattern === undefined) return runs;
  return runs.map((run) => {
    const name = run.name.slice(commonFolder.length);
    return groupOf(name, pattern) === undefined ? run : { ...run, name };
  });
}
