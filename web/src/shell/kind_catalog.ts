// The kinds that this page can show. Each dashboard is fetched once, when it is first wanted.
import type { Component } from 'svelte';
import type { KindDefinition, KindProps } from '$kind/kind';

export type Dashboard = Component<KindProps>;

export class KindCatalog {
  // In the order of their tabs.
  readonly all: readonly KindDefinition[];
  readonly #loading = new Map<string, Promise<Dashboard>>();
  readonly #loaded = new Map<string, Dashboard>();

  constructor(kinds: readonly KindDefinition[]) {
    this.all = [...kinds].sort((a, b) => a.order - b.order);
  }

  find(id: string): KindDefinition | undefined {
    return this.all.find((kind) => kind.id === id);
  }

  // It has something to show.
  hasData(kind: KindDefinition, counts: ReadonlyMap<string, number>): boolean {
    return [kind.id, ...(kind.reads ?? [])].some((id) => (counts.get(id) ?? 0) > 0);
  }

  // The first that has data of its own, else the first that can show something.
  firstOf(counts: ReadonlyMap<string, number>): KindDefinition | undefined {
    return (
      this.all.find((kind) => (counts.get(kind.id) ?? 0) > 0) ?? this.all.find((kind) => this.hasData(kind, counts))
    );
  }

  // What the server has and this page has no view of.
  unknownOf(counts: ReadonlyMap<string, number>): readonly (readonly [id: string, series: number])[] {
    const known = new Set(this.all.flatMap(({ id, reads = [] }) => [id, ...reads]));
    return [...counts].filter(([id, series]) => series > 0 && !known.has(id));
  }

  // What load() brought before.
  loaded(kind: KindDefinition): Dashboard | undefined {
    return this.#loaded.get(kind.id);
  }

  load(kind: KindDefinition): Promise<Dashboard> {
    const known = this.#loading.get(kind.id);
    if (known !== undefined) return known;
    const loading = kind.load().then((module) => module.default);
    this.#loading.set(kind.id, loading);
    // A failure is not remembered: the next try asks again.
    loading.then(
      (dashboard) => this.#loaded.set(kind.id, dashboard),
      () => this.#loading.delete(kind.id),
    );
    return loading;
  }
}
