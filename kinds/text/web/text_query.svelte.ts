// A search over all texts of the chosen runs: hits come while the server reads. Only the newest search counts.
import { flag, number, object, step, text } from '$api/foreign';
import { isAborted, type Server } from '$api/server';
import type { Step } from '$media/step_column';
import type { Find } from './find_marks';

export interface TextHit {
  readonly runId: string;
  readonly runName: string;
  readonly tagId: string;
  readonly tagName: string;
  readonly step: Step;
  readonly snippet: string;
  // Of the match in the snippet, in UTF-16 units.
  readonly at: number;
  readonly length: number;
}

export interface QueryEnd {
  readonly values: number;
  readonly bytes: number;
  readonly unreadable: number;
  // There are more hits than were asked for.
  readonly isCut: boolean;
}

const mostHits = 2000;
// Hits come faster than they can be read.
const publishMilliseconds = 100;

export class TextQuery {
  #hits: readonly TextHit[] = $state.raw([]);
  #progress: { readonly bytes: number; readonly of: number } | undefined = $state.raw(undefined);
  #end: QueryEnd | undefined = $state.raw(undefined);
  #error: string | undefined = $state(undefined);
  #isRunning = $state(false);
  #request: AbortController | undefined;

  constructor(private readonly server: Server) {}

  get hits(): readonly TextHit[] {
    return this.#hits;
  }
  // 0 to 1.
  get progress(): number {
    return this.#progress === undefined || this.#progress.of === 0 ? 0 : this.#progress.bytes / this.#progress.of;
  }
  // Undefined while it runs, and when it was stopped.
  get end(): QueryEnd | undefined {
    return this.#end;
  }
  get error(): string | undefined {
    return this.#error;
  }
  get isRunning(): boolean {
    return this.#isRunning;
  }

  // `runs`: their ids; undefined for all.
  async start(find: Find, runs: readonly string[] | undefined): Promise<void> {
    this.cancel();
    const request = new AbortController();
    this.#request = request;
    this.#hits = [];
    this.#progress = undefined;
    this.#end = undefined;
    this.#error = undefined;
    this.#isRunning = true;
    const found: TextHit[] = [];
    let publishedAt = performance.now();
    const take = (line: unknown): void => {
      const { hit, progress, done } = object(line, 'line');
      if (hit !== undefined) found.push(readHit(hit));
      if (progress !== undefined) {
        const { bytes, of } = object(progress, 'progress');
        this.#progress = { bytes: number(bytes, 'bytes'), of: number(of, 'of') };
      }
      if (done !== undefined) this.#end = readEnd(done);
      if (performance.now() - publishedAt < publishMilliseconds) return;
      publishedAt = performance.now();
      if (found.length > this.#hits.length) this.#hits = [...found];
    };
    try {
      await this.server.postForLines('api/text/search', searchBody(find, runs), take, request.signal);
    } catch (error) {
      if (request.signal.aborted) return;
      if (!isAborted(error)) this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#hits = found;
    this.#isRunning = false;
  }

  // What was found so far stays.
  cancel(): void {
    this.#request?.abort();
    this.#request = undefined;
    this.#isRunning = false;
  }

  clear(): void {
    this.cancel();
    this.#hits = [];
    this.#end = undefined;
    this.#error = undefined;
  }
}

function searchBody({ query, isRegex, isCase }: Find, runs: readonly string[] | undefined): object {
  return {
    query,
    regex: isRegex,
    case: isCase,
    limit: mostHits,
    ...(runs && { runs: runs.map((id) => ({ id })) }),
  };
}

function readHit(value: unknown): TextHit {
  const hit = object(value, 'hit');
  return {
    runId: text(hit['run_id'], 'run_id'),
    runName: text(hit['run'], 'run'),
    tagId: text(hit['tag_id'], 'tag_id'),
    tagName: text(hit['tag'], 'tag'),
    step: step(hit['step']) ?? 0,
    snippet: text(hit['snippet'], 'snippet'),
    at: number(hit['snippet_at'], 'snippet_at'),
    length: number(hit['length'], 'length'),
  };
}

function readEnd(value: unknown): QueryEnd {
  const end = object(value, 'done');
  return {
    values: number(end['values'], 'values'),
    bytes: number(end['bytes'], 'bytes'),
    unreadable: number(end['unreadable'] ?? 0, 'unreadable'),
    isCut: flag(end['truncated']),
  };
}
