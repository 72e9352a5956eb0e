// Which graphs there are (GET /api/graphs/list), and which of them a view means.
import { list, number, object, optionalText, text } from '$api/foreign';
import type { App } from '$kind/app';
import { graphTypes, type GraphType } from './graphs_params';

export interface ListedGraph {
  // '': the run's own graph.
  readonly tag: string;
  readonly type: GraphType;
  // In their order; of a graph without steps none.
  readonly steps: readonly number[];
  readonly bytes: number;
}

// A model that is in no run: named on the command line, or opened in a page.
export interface OpenedFile {
  readonly id: string;
  readonly name: string;
  // "ONNX" and the like.
  readonly format: string;
  readonly version: string;
  readonly isUpload: boolean;
}

export interface GraphRun {
  // Of a file "file:ID", as links name it. A run of such a name goes first.
  readonly run: string;
  // '': a file.
  readonly runId: string;
  readonly graphs: readonly ListedGraph[];
  readonly file?: OpenedFile;
}

// As requests name a graph, and the one that it is compared with.
export type GraphName = OneGraph & { readonly against?: OneGraph };
export type OneGraph =
  | { readonly run: string; readonly tag?: string; readonly type: GraphType; readonly step?: number }
  | { readonly file: string };

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

export const filePrefix = 'file:';

export function readGraphList(answer: unknown): readonly GraphRun[] {
  const { runs, files } = object(answer, 'graphs');
  const logged = list(runs, 'runs').flatMap((value): readonly GraphRun[] => {
    const run = object(value, 'run');
    const graphs = list(run['graphs'], 'graphs').flatMap(readGraph);
    return graphs.length === 0 ? [] : [{ run: text(run['run'], 'run'), runId: text(run['run_id'], 'run_id'), graphs }];
  });
  return [...logged, ...list(files ?? [], 'files').map(readOpenedFile)];
}

export function readOpenedFile(value: unknown): GraphRun {
  const file = object(value, 'file');
  const id = text(file['file'], 'file');
  const type = graphTypes.find((one) => one === file['type']) ?? 'op';
  return {
    run: `${filePrefix}${id}`,
    runId: '',
    graphs: [{ tag: '', type, steps: [], bytes: number(file['bytes'], 'bytes') }],
    file: {
      id,
      name: text(file['name'], 'name'),
      format: text(file['format'], 'format'),
      version: text(file['version'], 'version'),
      isUpload: file['uploaded'] === true,
    },
  };
}

// As people call it: `all` are those among which it is chosen. Files of the same name are told apart by their ids.
export function titleOf(
  { run, runId, file }: GraphRun,
  all: readonly GraphRun[],
  runs: Pick<App['runs'], 'find' | 'label'>,
): string {
  if (file !== undefined) {
    const isAlone = all.every((one) => one.file === undefined || one.run === run || one.file.name !== file.name);
    return isAlone ? file.name : `${file.name} · ${file.id.slice(0, 6)}`;
  }
  const known = runs.find(runId);
  return known === undefined ? run : runs.label(known);
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

export function nameOf({ run, graph, step }: GraphChoice): OneGraph {
  if (run.file !== undefined) return { file: run.file.id };
  const { tag, type } = graph;
  return { run: run.run, ...(tag !== '' && { tag }), type, ...(step !== undefined && { step }) };
}
