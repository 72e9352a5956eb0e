// Which runs belong together.
import type { Run } from '$api/core';
import { groupOf } from '$base/run_colors';
import type { CardQuery, GroupBy } from './card_query';

// The tags that users gave to a run.
export type TagsOfRun = (run: Run) => readonly string[];

// Ids of runs by the name of their group, in the order of the runs. Runs that belong to none are left out; a run with several tags is in
// the group of each. A pattern that does not compile groups nothing: the control that takes it says what is wrong.
export function groupRuns(
  query: Pick<CardQuery, 'runs'>,
  group: GroupBy,
  tagsOf: TagsOfRun,
): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const pattern = regExp(group.pattern);
  if (pattern === undefined) return groups;
  for (const run of query.runs) {
    for (const name of namesOf(run, group.by, pattern, tagsOf)) {
      const known = groups.get(name);
      if (known === undefined) groups.set(name, [run.id]);
      else known.push(run.id);
    }
  }
  return groups;
}

function namesOf(run: Run, by: GroupBy['by'], pattern: RegExp, tagsOf: TagsOfRun): readonly string[] {
  if (by === 'tag') return tagsOf(run).filter((tag) => pattern.test(tag));
  const name = groupOf(run.name, pattern);
  return name === undefined ? [] : [name];
}

function regExp(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}
