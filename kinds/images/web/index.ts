import { fetchTagsAhead } from '$api/core';
import { defineKind } from '$kind/kind';
import { areAllRunsWanted } from '$kind/runs_params';
import { imagesParams } from './images_params';

export default defineKind({
  id: 'images',
  title: ['Images', '图像'],
  order: 20,
  params: imagesParams,
  ahead: async ({ server, view }) => {
    if (areAllRunsWanted(view)) await fetchTagsAhead(server, 'images');
  },
  load: () => import('./ImagesDashboard.svelte'),
});
