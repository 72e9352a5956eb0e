// The comparison with another graph, as far as the answers for it are there.
import type { App } from '$kind/app';
import { compareGraphs, namesOf, type Comparison } from './graph_compare';
import type { GraphName } from './graph_list';
import { fetchHits, type SearchQuestion } from './graph_requests';
import type { GraphsModel } from './graphs_model.svelte';
import { NewestAnswer } from './newest_answer.svelte';
import type { SearchAnswer } from './hits_answer';

// The server lists no more: larger graphs are compared as far as they are shown.
const mostNames = 10_000;

export class GraphComparing {
  readonly #shown: NewestAnswer<SearchQuestion, SearchAnswer>;
  readonly #other: NewestAnswer<SearchQuestion, SearchAnswer>;

  // Undefined while nothing is compared, or the other graph is still on its way.
  readonly comparison: Comparison | undefined = $derived.by(() => {
    const { scene, others } = this.model;
    if (scene === undefined || others.answer === undefined) return undefined;
    const [shown, other] = [this.#shown.answer, this.#other.answer];
    const isWhole = shown?.hasMore === false && other?.hasMore === false;
    const names = isWhole ? { shown: namesOf(shown.hits), other: namesOf(other.hits) } : undefined;
    return compareGraphs(scene, others.answer, names);
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(
    { server }: App,
    private readonly model: GraphsModel,
  ) {
    this.#shown = new NewestAnswer((question, signal) => fetchHits(server, question, signal));
    this.#other = new NewestAnswer((question, signal) => fetchHits(server, question, signal));
    $effect(() => {
      const other = model.others.question?.graph;
      this.#shown.want(other && allOf(model.scenes.question?.graph));
      this.#other.want(allOf(other));
    });
    $effect(() => () => [this.#shown, this.#other].forEach((one) => one.stop()));
  }
}

function allOf(graph: GraphName | undefined): SearchQuestion | undefined {
  return graph && { graph, query: '', regex: false, by: 'name', limit: mostNames };
}
