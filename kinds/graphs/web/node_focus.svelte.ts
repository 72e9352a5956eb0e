// What is looked at closely: the card of the selected item, what feeds it, and the way to another one.
import type { App } from '$kind/app';
import {
  fetchLayerTags,
  fetchNode,
  fetchPath,
  fetchTrace,
  type LayerTag,
  type NodeQuestion,
  type PathQuestion,
  type TraceQuestion,
} from './graph_requests';
import type { GraphsModel } from './graphs_model.svelte';
import { devicesParam, traceParam } from './graphs_params';
import type { PathAnswer, TraceAnswer } from './hits_answer';
import { layerKinds, layerPattern } from './layer_links';
import { NewestAnswer } from './newest_answer.svelte';
import type { NodeFacts } from './node_answer';
import { pathMarks, traceMarks, type Marks } from './scene_marks';

interface TagsQuestion {
  readonly runId: string;
  readonly kinds: readonly string[];
  readonly pattern: string;
  readonly limit: number;
}

const mostLayerTags = 12;

export class NodeFocus {
  readonly cards: NewestAnswer<NodeQuestion, NodeFacts>;
  readonly traces: NewestAnswer<TraceQuestion, TraceAnswer>;
  readonly paths: NewestAnswer<PathQuestion, PathAnswer>;
  readonly tags: NewestAnswer<TagsQuestion, readonly LayerTag[]>;
  // The name of a node whose way to another one is wanted; the next selection is the other end.
  #pathFrom: string | undefined = $state(undefined);
  #pathTo: string | undefined = $state(undefined);

  // What the server can be asked about: a series, or the rest of a level, has no card of its own.
  readonly #subject = $derived.by(() => {
    const id = this.model.selected;
    if (id === undefined || !/^[ns]:/.test(id)) return undefined;
    return { name: id.slice(2), kind: id.startsWith('s:') ? ('scope' as const) : ('op' as const) };
  });
  readonly #cardQuestion: NodeQuestion | undefined = $derived.by(() => {
    const graph = this.model.question?.graph;
    if (graph === undefined || this.#subject === undefined) return undefined;
    const devices = this.app.view.get(devicesParam);
    return { graph, ...this.#subject, ...(devices.length > 0 && { devices }) };
  });
  readonly #traceQuestion: TraceQuestion | undefined = $derived.by(() => {
    const direction = this.app.view.get(traceParam);
    const { question } = this.model;
    if (direction === 'off' || question === undefined || this.#subject === undefined) return undefined;
    const { graph, open, options } = question;
    return { graph, name: this.#subject.name, direction, open, options };
  });
  readonly #pathQuestion: PathQuestion | undefined = $derived.by(() => {
    const graph = this.model.question?.graph;
    const [from, to] = [this.#pathFrom, this.#pathTo];
    return graph === undefined || from === undefined || to === undefined ? undefined : { graph, from, to };
  });
  readonly #tagsQuestion: TagsQuestion | undefined = $derived.by(() => {
    const runId = this.model.choice?.run.runId || undefined;
    const pattern =
      this.#subject && layerPattern(this.#subject.name, this.#subject.kind, this.model.choice?.graph.type);
    return runId === undefined || pattern === undefined
      ? undefined
      : { runId, kinds: layerKinds, pattern, limit: mostLayerTags };
  });

  // What all else steps back for.
  readonly marks: Marks | undefined = $derived.by(() => {
    const { scene } = this.model;
    const path = this.paths.answer;
    const trace = this.traces.answer;
    if (scene === undefined) return undefined;
    if (path?.isFound === true) return pathMarks(scene, path.isReversed ? [...path.nodes].reverse() : path.nodes);
    return trace === undefined ? undefined : traceMarks(scene, trace);
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(
    private readonly app: App,
    private readonly model: GraphsModel,
  ) {
    const { server } = app;
    this.cards = new NewestAnswer((question, signal) => fetchNode(server, question, signal));
    this.traces = new NewestAnswer((question, signal) => fetchTrace(server, question, signal));
    this.paths = new NewestAnswer((question, signal) => fetchPath(server, question, signal));
    this.tags = new NewestAnswer((question, signal) => fetchLayerTags(server, question, signal));
    $effect(() => this.cards.want(this.#cardQuestion));
    $effect(() => this.traces.want(this.#traceQuestion));
    $effect(() => this.paths.want(this.#pathQuestion));
    $effect(() => this.tags.want(this.#tagsQuestion));
    $effect(() => () => [this.cards, this.traces, this.paths, this.tags].forEach((one) => one.stop()));
  }

  // Of what is selected now; the last card stays no longer than its node.
  get card(): NodeFacts | undefined {
    const { answer } = this.cards;
    const subject = this.#subject;
    return answer?.name === subject?.name && answer?.kind === subject?.kind ? answer : undefined;
  }

  get pathFrom(): string | undefined {
    return this.#pathFrom;
  }
  get pathTo(): string | undefined {
    return this.#pathTo;
  }
  get isChoosingEnd(): boolean {
    return this.#pathFrom !== undefined && this.#pathTo === undefined;
  }

  beginPath(from: string): void {
    this.#pathFrom = from;
    this.#pathTo = undefined;
  }

  endPath(): void {
    this.#pathFrom = undefined;
    this.#pathTo = undefined;
  }

  select(id: string | undefined): void {
    const isEnd = id !== undefined && /^[ns]:/.test(id) && id.slice(2) !== this.#pathFrom;
    if (this.isChoosingEnd && isEnd) this.#pathTo = id.slice(2);
    this.model.select(id);
  }

  // Opens all that is around the nodes of the path.
  openPath(): void {
    const nodes = this.paths.answer?.nodes ?? [];
    this.model.setOpen([...this.model.open, ...nodes.flatMap((node) => node.scopes)]);
  }

  retryCard(): void {
    if (this.#cardQuestion !== undefined) this.cards.retry(this.#cardQuestion);
  }

  retryTrace(): void {
    if (this.#traceQuestion !== undefined) this.traces.retry(this.#traceQuestion);
  }
}
