import { defineKind } from '$kind/kind';

export default defineKind({
  id: 'images',
  title: ['Images', '图像'],
  order: 20,
  tags: 'images',
  load: () => import('./ImagesDashboard.svelte'),
});
