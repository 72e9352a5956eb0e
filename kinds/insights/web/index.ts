import { defineKind } from '$kind/kind';
import { checkedKinds } from './checked_kinds';

export default defineKind({
  id: 'insights',
  title: ['Insights', '洞察'],
  order: 15,
  reads: checkedKinds,
  mark: ({ insights }) => insights.state?.mark,
  load: () => import('./InsightsDashboard.svelte'),
  loadInsights: () => import('./insights_part'),
});
