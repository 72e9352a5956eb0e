// The walk through all differences of two graphs.
import type { App } from '$kind/app';
import { besideHit, type DifferencesAnswer } from './graph_compare';
import { fetchDifferences, type DifferencesQuestion } from './graph_requests';
import type { GraphsModel } from './graphs_model.svelte';
import type { NodeHit } from './hits_answer';
import { NewestAnswer } from './newest_answer.svelte';
import type { DiffStatus } from './scene/scene_difference';

// Nobody walks through more; a search finds the rest.
const mostListed = 5_000;

export class GraphComparing {
  readonly #lists: NewestAnswer<DifferencesQuestion, DifferencesAnswer>;

  // REQUIRES: called while a component is made; ends with it.
  constructor(
    { server }: App,
    private readonly model: GraphsModel,
  ) {
    this.#lists = new NewestAnswer((question, signal) => fetchDifferences(server, question, signal));
    $effect(() => this.#lists.want(this.#question));
    $effect(() => () => this.#lists.stop());
  }

  get #question(): DifferencesQuestion | undefined {
    const { question } = this.model;
    return question?.graph.against && { graph: question.graph, limit: mostListed };
  }

  // Two graphs are compared, and the drawing shows both.
  readonly isOn: boolean = $derived.by(() => this.model.scene?.facts.diff !== undefined);

  // Undefined while it is on its way.
  get differences(): DifferencesAnswer | undefined {
    return this.#lists.answer;
  }
  get error(): string | undefined {
    return this.#lists.error;
  }

  // Where in the list what is selected stands, from 1; 0: nowhere.
  get place(): number {
    const { selected } = this.model;
    return selected === undefined ? 0 : (this.differences?.hits.findIndex(({ id }) => id === selected) ?? -1) + 1;
  }

  of(status: DiffStatus): readonly NodeHit[] {
    return this.differences?.hits.filter(({ diff }) => diff?.status === status) ?? [];
  }

  // To the next difference, or the one before; around at the ends.
  go(step: 1 | -1): void {
    const found = besideHit(this.differences?.hits ?? [], this.model.selected, step);
    if (found !== undefined) this.model.jump(found.hit);
  }

  retry(): void {
    if (this.#question !== undefined) this.#lists.retry(this.#question);
  }
}
