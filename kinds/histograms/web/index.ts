import { defineKind } from '$kind/kind';
import { tagsAhead } from '$kind/tags_ahead';

export default defineKind({
  id: 'histograms',
  title: ['Histograms', '直方图'],
  order: 50,
  loadPlace: async () => (await import('./histogram_place')).histogramPlace,
  ahead: tagsAhead('histograms'),
  load: () => import('./HistogramsDashboard.svelte'),
});
