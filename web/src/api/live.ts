// What changed, as the server tells it. An EventSource comes back by itself and says what it saw last, so nothing is missed; where it gives up
// (an answer that is not a stream), we try again.
import { flag, list, number, object, optionalText, parseJson, text } from './foreign';
import type { Server } from './server';

export interface SeriesChange {
  readonly tagId: string;
  readonly tag: string;
  readonly kind: string;
  readonly points: number;
}

export interface RunChange {
  readonly id: string;
  readonly name: string;
  readonly isAdded: boolean;
  readonly series: readonly SeriesChange[];
  readonly hasRemovedTags: boolean;
  // Series that changed and are not listed: any of this run may have.
  readonly omitted: number;
}

export interface Change {
  readonly epoch: string;
  readonly revision: number;
  readonly isLoading: boolean;
  readonly progress: number;
  readonly issues: number;
  // Everything may be different: ask for all again.
  readonly isReset: boolean;
  readonly runs: readonly RunChange[];
  readonly removedRuns: readonly string[];
  // Runs that changed and are not listed: any may have.
  readonly omittedRuns: number;
}

export interface LiveListener {
  onHello(change: Change): void;
  onChange(change: Change): void;
  onProfile(revision: number): void;
  // The connection is lost. It comes back by itself, with onHello() or onChange().
  onLost(): void;
}

const retryMilliseconds = 2000;

// Listens until the returned function is called.
export function listen(server: Server, listener: LiveListener): () => void {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let lastId = '';

  function open(): void {
    source = new EventSource(server.address('api/live', { last_event_id: lastId === '' ? undefined : lastId }));
    const on = (name: string, act: (data: unknown) => void): void => {
      source?.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId !== '') lastId = event.lastEventId;
        act(parseJson(event.data));
      });
    };
    on('hello', (data) => listener.onHello(readChange(data)));
    on('change', (data) => listener.onChange(readChange(data)));
    on('profile', (data) => listener.onProfile(number(object(data, 'profile')['revision'], 'revision')));
    source.addEventListener('error', () => {
      listener.onLost();
      if (source?.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, retryMilliseconds);
    });
  }

  open();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}

export function readChange(value: unknown): Change {
  const change = object(value, 'change');
  return {
    epoch: text(change['epoch'], 'epoch'),
    revision: number(change['revision'], 'revision'),
    isLoading: flag(change['loading']),
    progress: number(change['progress'] ?? 1, 'progress'),
    issues: number(change['issues'] ?? 0, 'issues'),
    isReset: flag(change['reset']),
    runs: list(change['runs'] ?? [], 'runs').map(readRunChange),
    removedRuns: list(change['removed_runs'] ?? [], 'removed_runs').map((run) =>
      typeof run === 'string' ? run : text(object(run, 'run')['id'], 'run id'),
    ),
    omittedRuns: number(change['runs_omitted'] ?? 0, 'runs_omitted'),
  };
}

function readRunChange(value: unknown): RunChange {
  const run = object(value, 'run');
  return {
    id: text(run['id'], 'run id'),
    name: text(run['name'], 'run name'),
    isAdded: flag(run['added']),
    hasRemovedTags: list(run['removed_tags'] ?? [], 'removed_tags').length > 0,
    omitted: number(run['series_omitted'] ?? 0, 'series_omitted'),
    series: list(run['series'] ?? [], 'series').map((one) => {
      const series = object(one, 'series');
      return {
        tagId: text(series['tag_id'], 'tag id'),
        tag: optionalText(series['tag']) ?? '',
        kind: text(series['kind'], 'kind'),
        points: number(series['points'], 'points'),
      };
    }),
  };
}
