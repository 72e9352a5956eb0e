// What a data kind gives to the page: kinds/<id>/web/index.ts exports defineKind({...}) as its default. The page finds those files
// itself; the dashboard behind load() is fetched when somebody opens it.
import type { Component } from 'svelte';
import type { App } from './app';
import type { NamedParam } from './view_state.svelte';

export interface KindProps {
  readonly app: App;
}

export interface KindDefinition {
  // As the server calls it: the plugin's name, and the first part of an address.
  readonly id: string;
  readonly title: readonly [en: string, zh: string];
  // Tabs stand in this order.
  readonly order: number;
  // The parameters of its view: what a link restores.
  readonly params: readonly NamedParam[];
  // Asks for what its first picture needs (Server.postAhead), while its code is still on its way. Resolves when that is there.
  ahead?(app: App): Promise<unknown>;
  load(): Promise<{ readonly default: Component<KindProps> }>;
}

export function defineKind(definition: KindDefinition): KindDefinition {
  return definition;
}
