// What the page asks the server about graphs.
import { list, object, optionalText, text } from '$api/foreign';
import type { Server } from '$api/server';
import { readDifferences, type DifferencesAnswer } from './graph_compare';
import { readGraphList, readOpenedFile, type GraphName, type GraphRun } from './graph_list';
import type { FlowDirection } from './graphs_params';
import { readPath, readSearch, readTrace, type PathAnswer, type SearchAnswer, type TraceAnswer } from './hits_answer';
import { readNodeFacts, type NodeFacts } from './node_answer';
import { readScene, type Scene } from './scene/scene_answer';

export interface SceneOptions {
  readonly series: boolean;
  readonly embed: boolean;
  readonly extract: boolean;
  readonly direction: FlowDirection;
  readonly apart: readonly string[];
  readonly main: readonly string[];
  readonly aside: readonly string[];
  // Absent: all.
  readonly devices?: readonly string[];
}

export interface SceneQuestion {
  readonly graph: GraphName;
  readonly open: readonly string[];
  readonly options: SceneOptions;
  // Changes when the same name means another graph, as when a later step was written.
  readonly version: string;
}

export interface NodeQuestion {
  readonly graph: GraphName;
  readonly name: string;
  readonly kind: 'op' | 'scope';
  readonly devices?: readonly string[];
}

export interface TraceQuestion extends Omit<SceneQuestion, 'version'> {
  readonly name: string;
  readonly direction: 'inputs' | 'outputs';
}

export interface PathQuestion {
  readonly graph: GraphName;
  readonly from: string;
  readonly to: string;
}

export type SearchBy = 'name' | 'op' | 'attr' | 'shape';

export interface SearchQuestion {
  readonly graph: GraphName;
  readonly query: string;
  readonly regex: boolean;
  readonly by: SearchBy;
  readonly limit: number;
  // Only what differs between two graphs.
  readonly differences?: boolean;
}

export interface DifferencesQuestion {
  readonly graph: GraphName;
  readonly limit: number;
}

export interface LayerTag {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
}

export async function fetchGraphs(server: Server, signal: AbortSignal): Promise<readonly GraphRun[]> {
  return readGraphList(await server.get('api/graphs/list', {}, signal));
}

export async function sendFile(server: Server, name: string, file: Blob): Promise<GraphRun> {
  return readOpenedFile(await server.postFile('api/graphs/upload', { name }, file));
}

export async function removeFile(server: Server, file: string): Promise<void> {
  await server.post('api/graphs/remove', { file });
}

export async function fetchScene(server: Server, question: SceneQuestion, signal: AbortSignal): Promise<Scene> {
  const { graph, open, options } = question;
  return readScene(await server.post('api/graphs/scene', { graph, open, options }, signal));
}

export async function fetchNode(server: Server, question: NodeQuestion, signal: AbortSignal): Promise<NodeFacts> {
  return readNodeFacts(await server.post('api/graphs/node', question, signal));
}

export async function fetchTrace(server: Server, question: TraceQuestion, signal: AbortSignal): Promise<TraceAnswer> {
  return readTrace(await server.post('api/graphs/trace', question, signal));
}

export async function fetchPath(server: Server, question: PathQuestion, signal: AbortSignal): Promise<PathAnswer> {
  return readPath(await server.post('api/graphs/path', question, signal));
}

export async function fetchHits(server: Server, question: SearchQuestion, signal: AbortSignal): Promise<SearchAnswer> {
  return readSearch(await server.post('api/graphs/search', question, signal));
}

export async function fetchDifferences(
  server: Server,
  question: DifferencesQuestion,
  signal: AbortSignal,
): Promise<DifferencesAnswer> {
  return readDifferences(await server.post('api/graphs/differences', question, signal));
}

// The tags of one run whose names match, at most `limit` of each kind.
export async function fetchLayerTags(
  server: Server,
  question: {
    readonly runId: string;
    readonly kinds: readonly string[];
    readonly pattern: string;
    readonly limit: number;
  },
  signal: AbortSignal,
): Promise<readonly LayerTag[]> {
  const { runId, kinds, pattern, limit } = question;
  const answers = await Promise.all(
    kinds.map(async (kind) => {
      const body = { kind, limit, selection: { runs: [{ id: runId }] }, tags_matching: pattern };
      return list(object(await server.post('api/tags', body, signal), 'tags')['tags'], 'tags').map((value) => {
        const tag = object(value, 'tag');
        const name = text(tag['name'], 'tag name');
        return { kind, id: text(tag['id'], 'tag id'), name: optionalText(tag['display_name']) || name };
      });
    }),
  );
  return answers.flat();
}
