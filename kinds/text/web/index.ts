import { fetchTagsAhead } from '$api/core';
import { defineKind } from '$kind/kind';
import { areAllRunsWanted } from '$kind/runs_params';
import { textParams } from './text_params';

export default defineKind({
  id: 'text',
  title: ['Text', '文本'],
  order: 40,
  params: textParams,
  ahead: async ({ server, view }) => {
    if (areAllRunsWanted(view)) await fetchTagsAhead(server, 'text');
  },
  load: () => import('./TextDashboard.svelte'),
});
