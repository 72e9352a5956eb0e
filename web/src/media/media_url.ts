// Addresses of logged values. One names these bytes and no others, so that a browser may keep what it gave for good.
import type { Query, Server } from '$api/server';
import type { Step } from './step_column';

export interface ValueRef {
  readonly runId: string;
  readonly tagId: string;
  readonly step: Step;
  readonly version: number;
  readonly sample: number;
}

// What is asked of a value: 'blob' its bytes as logged, 'thumb' a small picture, 'info' facts about it, 'value' a text.
export type ValueRoute = 'blob' | 'thumb' | 'info' | 'value';

export function valuePath(kind: string, route: ValueRoute): string {
  return `api/${kind}/${route}`;
}

export function valueQuery(ref: ValueRef, more: Query = {}): Query {
  const { runId, tagId, step, version, sample } = ref;
  return { run_id: runId, tag_id: tagId, step: String(step), v: version, sample, ...more };
}

export function valueUrl(server: Server, kind: string, route: ValueRoute, ref: ValueRef, more: Query = {}): string {
  return server.address(valuePath(kind, route), valueQuery(ref, more));
}

// Equal for equal values: a key for caches.
export function valueKey(ref: ValueRef): string {
  return `${ref.runId}/${ref.tagId}/${ref.step}/${ref.version}/${ref.sample}`;
}
