import { defineKind } from '$kind/kind';
import { tagsAhead } from '$kind/tags_ahead';

export default defineKind({
  id: 'images',
  title: ['Images', '图像'],
  order: 20,
  ahead: tagsAhead('images'),
  load: () => import('./ImagesDashboard.svelte'),
});
