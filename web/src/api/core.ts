// Runs, tags, issues and state of the server: the routes that belong to no kind.
import { counts, flag, list, number, object, optionalNumber, optionalText, step, text } from './foreign';
import type { Query, Server } from './server';

export interface Run {
  readonly id: string;
  readonly name: string;
  readonly points: number;
  // Series of each kind.
  readonly kinds: ReadonlyMap<string, number>;
  readonly lastStep: number | bigint | undefined;
  readonly startTime: number | undefined;
  readonly lastTime: number | undefined;
}

export interface Tag {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly runs: number;
  readonly points: number;
  readonly displayName: string;
  // Safe HTML, made by the server from Markdown.
  readonly description: string;
}

export interface Status {
  readonly epoch: string;
  readonly revision: number;
  readonly isLoading: boolean;
  readonly version: string;
  readonly windowTitle: string;
  readonly runs: number;
  readonly series: number;
  readonly points: number;
  readonly kinds: ReadonlyMap<string, number>;
  readonly bytesTotal: number;
  readonly bytesDone: number;
  // 0 to 1.
  readonly progress: number;
  readonly issues: number;
  readonly logDirectories: readonly string[];
  readonly missingDirectories: readonly string[];
  // Seconds since 1970 of the newest event; undefined while there is none.
  readonly lastDataTime: number | undefined;
}

export interface Issue {
  readonly name: string;
  readonly path: string;
  readonly count: number;
  readonly bytes: number;
  readonly losesData: boolean;
  readonly first: readonly { readonly offset: number; readonly bytes: number; readonly message: string }[];
}

export interface RunSelection {
  // Ids of runs; undefined: all.
  readonly runs?: readonly string[] | undefined;
}

const pageSize = 10_000;

async function allPages<T>(
  ask: (after: string | undefined) => Promise<[readonly T[], string | undefined]>,
): Promise<T[]> {
  const all: T[] = [];
  let after: string | undefined;
  do {
    const [items, next] = await ask(after);
    for (const item of items) all.push(item);
    after = next;
  } while (after !== undefined);
  return all;
}

export async function fetchRuns(server: Server, signal?: AbortSignal): Promise<readonly Run[]> {
  return allPages(async (after) => {
    const answer = object(await server.get('api/runs', runsQuery(after), signal), 'runs');
    return [list(answer['runs'], 'runs').map(readRun), optionalText(answer['next'])];
  });
}

// Sends the first request of fetchRuns() before somebody calls it. Resolves when the answer is there.
export function fetchRunsAhead(server: Server): Promise<unknown> {
  return server.getAhead('api/runs', runsQuery(undefined));
}

function runsQuery(after: string | undefined): Query {
  return { limit: pageSize, after, fields: 'id,name,points,kinds,last_step,start_time,last_time' };
}

export async function fetchTags(
  server: Server,
  kind: string,
  selection: RunSelection,
  signal?: AbortSignal,
): Promise<readonly Tag[]> {
  return allPages(async (after) => {
    const answer = object(await server.post('api/tags', tagsRequest(kind, selection, after), signal), 'tags');
    return [list(answer['tags'], 'tags').map(readTag), optionalText(answer['next'])];
  });
}

// Sends the first request of fetchTags() for all runs before somebody calls it. Resolves when the answer is there.
export function fetchTagsAhead(server: Server, kind: string): Promise<unknown> {
  return server.postAhead('api/tags', tagsRequest(kind, {}, undefined));
}

function tagsRequest(kind: string, selection: RunSelection, after: string | undefined): object {
  const runs = selection.runs?.map((id) => ({ id }));
  return { kind, limit: pageSize, ...(after && { after }), ...(runs && { selection: { runs } }) };
}

export function fetchStatusAhead(server: Server): Promise<unknown> {
  return server.getAhead('api/status');
}

export async function fetchStatus(server: Server, signal?: AbortSignal): Promise<Status> {
  const answer = object(await server.get('api/status', {}, signal), 'status');
  return {
    epoch: text(answer['epoch'], 'epoch'),
    revision: number(answer['revision'], 'revision'),
    isLoading: flag(answer['loading']) || answer['revision'] === 0,
    version: text(answer['version'], 'version'),
    windowTitle: optionalText(answer['window_title']) ?? '',
    runs: number(answer['runs'], 'runs'),
    series: number(answer['series'], 'series'),
    points: number(answer['points'], 'points'),
    kinds: counts(answer['kinds']),
    bytesTotal: number(answer['bytes_total'], 'bytes_total'),
    bytesDone: number(answer['bytes_done'], 'bytes_done'),
    progress: number(answer['progress'], 'progress'),
    issues: number(object(answer['issues'], 'issues')['count'], 'issues'),
    logDirectories: list(answer['log_directories'], 'log_directories').map((one) =>
      text(object(one, 'log directory')['path'], 'path'),
    ),
    missingDirectories: list(answer['missing_directories'], 'missing_directories').map((one) => text(one, 'path')),
    lastDataTime: optionalNumber(answer['last_data_time']),
  };
}

export async function fetchIssues(server: Server, signal?: AbortSignal): Promise<readonly Issue[]> {
  return allPages(async (after) => {
    const answer = object(await server.get('api/issues', { after, limit: pageSize }, signal), 'issues');
    return [list(answer['issues'], 'issues').map(readIssue), optionalText(answer['next'])];
  });
}

export async function reloadServer(server: Server): Promise<void> {
  await server.post('api/reload', {});
}

function readRun(value: unknown): Run {
  const run = object(value, 'run');
  return {
    id: text(run['id'], 'run id'),
    name: text(run['name'], 'run name'),
    points: number(run['points'], 'points'),
    kinds: counts(run['kinds']),
    lastStep: step(run['last_step']),
    startTime: optionalNumber(run['start_time']),
    lastTime: optionalNumber(run['last_time']),
  };
}

function readTag(value: unknown): Tag {
  const tag = object(value, 'tag');
  return {
    id: text(tag['id'], 'tag id'),
    name: text(tag['name'], 'tag name'),
    kind: text(tag['kind'], 'kind'),
    runs: number(tag['runs'], 'runs'),
    points: number(tag['points'], 'points'),
    displayName: optionalText(tag['display_name']) ?? '',
    description: optionalText(tag['description']) ?? '',
  };
}

function readIssue(value: unknown): Issue {
  const issue = object(value, 'issue');
  return {
    name: text(issue['name'], 'issue name'),
    path: text(issue['path'], 'path'),
    count: number(issue['count'], 'count'),
    bytes: number(issue['bytes'], 'bytes'),
    losesData: flag(issue['loses_data']),
    first: list(issue['first'], 'first').map((one) => {
      const place = object(one, 'place');
      return {
        offset: number(place['offset'], 'offset'),
        bytes: number(place['bytes'], 'bytes'),
        message: text(place['message'], 'message'),
      };
    }),
  };
}
