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
  // Of a comparison; then also without a query.
  onlyDifferences = $state(false);
  #limit = $state(firstHits);
  // What was typed a moment ago.
  #query = $state('');

  readonly question: SearchQuestion | undefined = $derived.by(() => {
    const graph = this.model.question?.graph;
    const differences = this.onlyDifferences && graph?.against !== undefined;
    if (graph === undefined || (this.#query === '' && !(differences && this.by !== 'shape'))) return undefined;
    const regex = this.isRegex && this.by !== 'shape';
    return { graph, query: this.#query, regex, by: this.by, limit: this.#limit, ...(differences && { differences }) };
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

  get isComparing(): boolean {
    return this.model.question?.graph.against !== undefined;
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
