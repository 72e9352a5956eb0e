// Which tags are offered for the horizontal axis.
import type { Tag } from '$api/core';

// A menu with more is of no use: then tags are found by their names.
export const mostAxisTags = 200;

const counting = /epoch|step|iter|sample|token|example|time|progress/i;

// What counts the progress of most runs, else what most runs have: a tag of few would leave the charts empty.
export function likelyAxisTag(tags: readonly Tag[]): Tag | undefined {
  const most = (from: readonly Tag[]): Tag | undefined =>
    from.reduce<Tag | undefined>((best, tag) => (best === undefined || tag.runs > best.runs ? tag : best), undefined);
  const common = most(tags);
  const count = most(tags.filter(({ name }) => counting.test(name)));
  return common !== undefined && count !== undefined && 2 * count.runs >= common.runs ? count : common;
}

// The tags that a search found, by their places in `tags`, and the chosen one among them.
export function axisTags(tags: readonly Tag[], found: readonly number[], chosen: string): readonly Tag[] {
  const offered = found.flatMap((at) => tags[at] ?? []);
  const own = offered.some(({ id }) => id === chosen) ? undefined : tags.find(({ id }) => id === chosen);
  return own === undefined ? offered : [own, ...offered];
}
