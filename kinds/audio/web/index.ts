import { defineKind } from '$kind/kind';

export default defineKind({
  id: 'audio',
  title: ['Audio', '音频'],
  order: 30,
  tags: 'audio',
  load: () => import('./AudioDashboard.svelte'),
});
