import { defineKind } from '$kind/kind';
import { tagsAhead } from '$kind/tags_ahead';

export default defineKind({
  id: 'distributions',
  title: ['Distributions', '分布'],
  order: 45,
  reads: ['histograms'],
  loadPlace: async () => (await import('./distribution_place')).distributionPlace,
  ahead: tagsAhead('histograms'),
  load: () => import('./DistributionsDashboard.svelte'),
});
