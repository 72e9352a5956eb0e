import { fetchTagsAhead } from '$api/core';
import { defineKind } from '$kind/kind';
import { areAllRunsWanted } from '$kind/runs_params';
import { scalarsParams } from './scalars_params';

export default defineKind({
  id: 'scalars',
  title: ['Scalars', '标量'],
  order: 10,
  params: scalarsParams,
  ahead: async ({ server, view }) => {
    if (areAllRunsWanted(view)) await fetchTagsAhead(server, 'scalars');
  },
  load: () => import('./ScalarsDashboard.svelte'),
});
