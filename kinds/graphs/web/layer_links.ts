// From a layer in the graph to what was logged of it: scalars and histograms of the same run whose tags have the layer's name as a part.
import type { App } from '$kind/app';
import type { PlaceInView } from '$kind/kind';
import { shortId } from '$kind/run_selection';
import type { ViewState } from '$kind/view_state.svelte';
import type { LayerTag } from './graph_requests';
import type { GraphType } from './graphs_params';

// The kinds of data that have something of a layer.
export const layerKinds: readonly string[] = ['scalars', 'histograms'];

// The name of the layer that a node belongs to: that of its scope, and of a layer itself its own. PyTorch writes "Linear[fc1]" for the layer "fc1".
export function layerName(name: string, kind: 'op' | 'scope', type: GraphType | undefined): string {
  const parts = name.split('/');
  const isOwn = kind === 'scope' || type === 'conceptual' || parts.length === 1;
  const part = (isOwn ? parts.at(-1) : parts.at(-2)) ?? '';
  return /^[^[]*\[([^\]]+)\]$/.exec(part)?.[1] ?? part;
}

// A regular expression (RE2) for tags with this name between signs that are no part of it: "dense" is not in "dense_1/kernel". Undefined: the
// name says nothing.
export function layerPattern(name: string, kind: 'op' | 'scope', type: GraphType | undefined): string | undefined {
  const layer = layerName(name, kind, type);
  if (!/[\p{L}]/u.test(layer)) return undefined;
  const escaped = layer.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `(^|[^A-Za-z0-9_])${escaped}($|[^A-Za-z0-9_])`;
}

// The view as it is, but of the kind that shows the tag, with the tag in front. As ViewState.restore() takes it.
export function tagView(
  view: ViewState,
  places: ReadonlyMap<string, PlaceInView>,
  { kind, id }: Pick<LayerTag, 'kind' | 'id'>,
): string {
  const [page = '', tail = ''] = view.toText(kind).split('?');
  const parameters = new URLSearchParams(tail);
  const place = { card: shortId(id), isFull: true, step: undefined, since: undefined };
  for (const [key, text] of places.get(kind)?.(place, view) ?? []) {
    if (text === '') parameters.delete(key);
    else parameters.set(key, text);
  }
  const text = parameters.toString();
  return text === '' ? page : `${page}?${text}`;
}

// The run may have been switched off.
export function showTag(app: App, tag: LayerTag, runId: string): void {
  app.view.restore(tagView(app.view, app.insights.places, tag));
  if (!app.runs.isOn(runId)) app.runs.setOn([runId], true);
}
