// What works beside whatever page is open: the state of the findings, and the badge of a card.
import type { App } from '$kind/app';
import { InsightsState } from '$kind/insights_state.svelte';
import { checkedKinds } from './checked_kinds';
import { sickTags } from './sick_tags';

export { default as Badge } from './InsightBadge.svelte';

export function makeInsights({ server, live, opening, settings, runs }: App): InsightsState {
  return new InsightsState({ server, live, opening, settings, runs, reads: checkedKinds, tagsOf: sickTags });
}
