import { defineKind } from '$kind/kind';
import { checkedKinds } from './insights_params';

export default defineKind({
  id: 'insights',
  title: ['Insights', '洞察'],
  order: 15,
  reads: checkedKinds,
  mark: ({ insights }) => insights.state?.mark,
  load: () => import('./InsightsDashboard.svelte'),
  loadInsights: () => import('./insights_part'),
});
