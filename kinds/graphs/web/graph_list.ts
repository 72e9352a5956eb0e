// Which graphs there are (GET /api/graphs/list), and which of them a view means.
import { list, number, object, optionalText, text } from '$api/foreign';
import { graphTypes, type GraphType } from './graphs_params';

export interface ListedGraph {
  // '': the run's own graph.
  readonly tag: string;
  readonly type: GraphType;
  // In their order; of a graph without steps none.
  readonly steps: readonly number[];
  readonly bytes: number;
}

export interface GraphRun {
  readonly run: string;
  readonly runId: string;
  readonly graphs: readonly ListedGraph[];
}

// As requests name a graph.
export interface GraphName {
  readonly run: string;
  readonly tag?: string;
  readonly type: GraphType;
  readonly step?: number;
}

export interface GraphChoice {
  readonly run: GraphRun;
  readonly graph: ListedGraph;
  // Undefined: the latest.
  readonly step: number | undefined;
}

export interface GraphWish {
  readonly run: string;
  readonly tag: string;
  readonly type: GraphType | '';
  readonly step: number | bigint | undefined;
}

export function readGraphList(answer: unknown): readonly GraphRun[] {
  return list(object(answer, 'graphs')['runs'], 'runs').flatMap((value) => {
    const run = object(value, 'run');
    const graphs = list(run['graphs'], 'graphs').flatMap(readGraph);
    return graphs.length === 0 ? [] : [{ run: text(run['run'], 'run'), runId: text(run['run_id'], 'run_id'), graphs }];
  });
}

// A type that this page does not know is left out: the others can be shown.
function readGraph(value: unknown): readonly ListedGraph[] {
  const graph = object(value, 'graph');
  const type = graphTypes.find((one) => one === graph['type']);
  if (type === undefined) return [];
  const steps = list(graph['steps'], 'steps').map((step) => number(step, 'step'));
  return [{ tag: optionalText(graph['tag']) ?? '', type, steps, bytes: number(graph['bytes'], 'bytes') }];
}

// Selected runs first, otherwise as the server has them.
export function orderRuns(runs: readonly GraphRun[], selected: ReadonlySet<string>): readonly GraphRun[] {
  const isOn = (run: GraphRun): boolean => selected.has(run.runId);
  return [...runs.filter(isOn), ...runs.filter((run) => !isOn(run))];
}

export function tagsOf(run: GraphRun): readonly string[] {
  return [...new Set(run.graphs.map((graph) => graph.tag))];
}

export function typesOf(run: GraphRun, tag: string): readonly GraphType[] {
  return graphTypes.filter((type) => run.graphs.some((graph) => graph.tag === tag && graph.type === type));
}

// What the view wants, or what comes nearest: what is not there is replaced by the first that is.
export function chooseGraph(runs: readonly GraphRun[], wish: GraphWish): GraphChoice | undefined {
  const run = runs.find((one) => one.run === wish.run) ?? runs[0];
  if (run === undefined) return undefined;
  const ofTag = run.graphs.filter((graph) => graph.tag === wish.tag);
  const candidates = ofTag.length > 0 ? ofTag : run.graphs;
  const byType = graphTypes.flatMap((type) => candidates.filter((graph) => graph.type === type));
  const graph = byType.find((one) => one.type === wish.type) ?? byType[0];
  if (graph === undefined) return undefined;
  const step = graph.steps.find((one) => String(one) === String(wish.step));
  return { run, graph, step: step === graph.steps.at(-1) ? undefined : step };
}

export function nameOf({ run, graph, step }: GraphChoice): GraphName {
  const { tag, type } = graph;
  return { run: run.run, ...(tag !== '' && { tag }), type, ...(step !== undefined && { step }) };
}
