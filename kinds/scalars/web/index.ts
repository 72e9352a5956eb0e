import { defineKind } from '$kind/kind';
import { tagsAhead } from '$kind/tags_ahead';

export default defineKind({
  id: 'scalars',
  title: ['Scalars', '标量'],
  order: 10,
  loadPlace: async () => (await import('./scalar_place')).scalarPlace,
  ahead: tagsAhead('scalars'),
  load: () => import('./ScalarsDashboard.svelte'),
});
