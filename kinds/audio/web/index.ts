import { fetchTagsAhead } from '$api/core';
import { defineKind } from '$kind/kind';
import { areAllRunsWanted } from '$kind/runs_params';
import { audioParams } from './audio_params';

export default defineKind({
  id: 'audio',
  title: ['Audio', '音频'],
  order: 30,
  params: audioParams,
  ahead: async ({ server, view }) => {
    if (areAllRunsWanted(view)) await fetchTagsAhead(server, 'audio');
  },
  load: () => import('./AudioDashboard.svelte'),
});
