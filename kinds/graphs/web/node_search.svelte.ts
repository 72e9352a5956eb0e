// A search over all nodes of the graph while somebody types.
import type { App } from '$kind/app';
import { fetchHits, type SearchBy, type SearchQuestion } from './graph_requests';
import type { GraphsModel } from './graphs_model.svelte';
import type { SearchAnswer } from './hits_answer';
import { NewestAnswer } from './newest_answer.svelte';

const typingMilliseconds = 200;
const firstHits = 200;
const mostHits = 10_000;

export class NodeSearch {
  readonly answers: NewestAnswer<SearchQuestion, SearchAnswer>;
  typed = $state('');
  by: SearchBy = $state('name');
  isRegex = $state(false);
  #limit = $state(firstHits);
  // What was typed a moment ago.
  #query = $state('');

  readonly question: SearchQuestion | undefined = $derived.by(() => {
    const graph = this.model.question?.graph;
    if (graph === undefined || this.#query === '') return undefined;
    return { graph, query: this.#query, regex: this.isRegex && this.by !== 'shape', by: this.by, limit: this.#limit };
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(
    app: App,
    private readonly model: GraphsModel,
  ) {
    this.answers = new NewestAnswer((question, signal) => fetchHits(app.server, question, signal));
    $effect(() => {
      const { typed } = this;
      const timer = setTimeout(() => this.#take(typed), typed === '' ? 0 : typingMilliseconds);
      return () => clearTimeout(timer);
    });
    $effect(() => this.answers.want(this.question));
    $effect(() => () => this.answers.stop());
  }

  get canShowMore(): boolean {
    return this.answers.answer?.hasMore === true && this.#limit < mostHits;
  }

  showMore(): void {
    this.#limit = Math.min(mostHits, this.#limit * 10);
  }

  retry(): void {
    if (this.question !== undefined) this.answers.retry(this.question);
  }

  #take(typed: string): void {
    if (typed === this.#query) return;
    this.#query = typed;
    this.#limit = firstHits;
  }
}
