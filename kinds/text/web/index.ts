import { defineKind } from '$kind/kind';
import { tagsAhead } from '$kind/tags_ahead';

export default defineKind({
  id: 'text',
  title: ['Text', '文本'],
  order: 40,
  ahead: tagsAhead('text'),
  load: () => import('./TextDashboard.svelte'),
});
