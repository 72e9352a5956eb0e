// Which colour stands for which group of runs, and how many runs each is made of.
import type { Run } from '$api/core';
import type { GroupBy } from './data/card_query';
import { groupRuns, type TagsOfRun } from './data/run_groups';

export interface LegendGroup {
  readonly name: string;
  readonly runs: number;
}

export interface GroupLegend {
  // The largest first.
  readonly groups: readonly LegendGroup[];
  // Runs that no curve shows, since they belong to no group.
  readonly left: number;
}

export function groupLegend(runs: readonly Run[], group: GroupBy, tagsOf: TagsOfRun): GroupLegend {
  const groups = groupRuns({ runs }, group, tagsOf);
  const inGroups = new Set([...groups.values()].flat());
  return {
    groups: [...groups].map(([name, ids]) => ({ name, runs: ids.length })).sort((a, b) => b.runs - a.runs),
    left: runs.length - inGroups.size,
  };
}
