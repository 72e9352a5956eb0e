import { defineKind } from '$kind/kind';

export default defineKind({
  id: 'graphs',
  title: ['Graphs', '计算图'],
  order: 60,
  // As the server calls what profilers and Keras wrote: a run may have only these.
  reads: ['graph_run_metadata', 'graph_run_metadata_graph', 'graph_tagged_run_metadata', 'graph_keras_model'],
  load: () => import('./GraphsDashboard.svelte'),
});
