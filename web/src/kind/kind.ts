// What a data kind gives to the page: kinds/<id>/web/index.ts exports defineKind({...}) as its default. The page finds those files
// itself; the dashboard behind load() is fetched when somebody opens it.
import type { Component } from 'svelte';
import type { App } from './app';
import type { InsightsModule } from './insights_host.svelte';
import type { ParamEntry, ViewState } from './view_state.svelte';

export interface KindProps {
  readonly app: App;
}

// A small number at a tab.
export interface TabMark {
  readonly count: number;
  readonly isProblem: boolean;
}

// Where another part of the page wants to lead: the card of a tag, and the step, or steps since another one, that matter there.
export interface TagPlace {
  // The short id of the tag.
  readonly card: string;
  // In front of all others, or where it stands among them.
  readonly isFull: boolean;
  readonly step: number | bigint | undefined;
  readonly since: number | bigint | undefined;
}

// The parameters, as texts, with which a link shows a place; '' takes one away.
export type PlaceInView = (place: TagPlace, view: ViewState) => readonly ParamEntry[];

export interface KindDefinition {
  // As the server calls it: the plugin's name, and the first part of an address.
  readonly id: string;
  readonly title: readonly [en: string, zh: string];
  // Tabs stand in this order.
  readonly order: number;
  // The kinds of data that it shows, where it has none of its own. Then it is opened by hand only.
  readonly reads?: readonly string[];
  mark?(app: App): TabMark | undefined;
  // How a link leads to one of its tags.
  loadPlace?(): Promise<PlaceInView>;
  // The kind of data whose tags its first picture needs: they are asked for while its code is still on its way.
  readonly tags?: string;
  load(): Promise<{ readonly default: Component<KindProps> }>;
  // It looks for trouble in the data of others, beside whatever page is open: see InsightsHost.
  loadInsights?(): Promise<InsightsModule>;
}

export function defineKind(definition: KindDefinition): KindDefinition {
  return definition;
}
