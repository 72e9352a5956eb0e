import { defineKind } from '$kind/kind';

export default defineKind({
  id: 'text',
  title: ['Text', '文本'],
  order: 40,
  tags: 'text',
  load: () => import('./TextDashboard.svelte'),
});
