import { defineKind } from '$kind/kind';

export default defineKind({
  id: 'histograms',
  title: ['Histograms', '直方图'],
  order: 50,
  loadPlace: async () => (await import('./histogram_place')).histogramPlace,
  tags: 'histograms',
  load: () => import('./HistogramsDashboard.svelte'),
});
