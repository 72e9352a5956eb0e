// How a grouping would colour the runs, for a look before it counts.
import type { Run } from '$api/core';
import type { RunGrouping } from '$kind/run_coloring';

export interface ColorGroup {
  // Undefined: the runs that are in no group.
  readonly name: string | undefined;
  readonly runs: readonly Run[];
}

// The largest first, equal ones as they come; what is in no group last.
export function colorGroups(runs: readonly Run[], group: RunGrouping): readonly ColorGroup[] {
  const groups = new Map<string | undefined, Run[]>();
  for (const run of runs) {
    const name = group(run);
    const members = groups.get(name);
    if (members === undefined) groups.set(name, [run]);
    else members.push(run);
  }
  const size = ({ name, runs: members }: ColorGroup): number => (name === undefined ? -1 : members.length);
  return [...groups].map(([name, members]) => ({ name, runs: members })).sort((a, b) => size(b) - size(a));
}
