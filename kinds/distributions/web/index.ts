import { defineKind } from '$kind/kind';

export default defineKind({
  id: 'distributions',
  title: ['Distributions', '分布'],
  order: 45,
  reads: ['histograms'],
  loadPlace: async () => (await import('./distribution_place')).distributionPlace,
  tags: 'histograms',
  load: () => import('./DistributionsDashboard.svelte'),
});
