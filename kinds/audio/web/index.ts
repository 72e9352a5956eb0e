import { defineKind } from '$kind/kind';
import { tagsAhead } from '$kind/tags_ahead';

export default defineKind({
  id: 'audio',
  title: ['Audio', '音频'],
  order: 30,
  ahead: tagsAhead('audio'),
  load: () => import('./AudioDashboard.svelte'),
});
