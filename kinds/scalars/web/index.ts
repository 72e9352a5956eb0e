import { defineKind } from '$kind/kind';

export default defineKind({
  id: 'scalars',
  title: ['Scalars', '标量'],
  order: 10,
  loadPlace: async () => (await import('./scalar_place')).scalarPlace,
  tags: 'scalars',
  load: () => import('./ScalarsDashboard.svelte'),
});
