// The only fetch. Addresses are relative to the page, so any prefix works. Failures are ServerErrors: what failed in words, and whether
// asking again may help.
import { readColumns, type ColumnAnswer } from './columns';
import { object, optionalText, parseJson } from './foreign';

export class ServerError extends Error {
  constructor(
    message: string,
    // 0: no answer came.
    readonly status: number,
    readonly code: string,
  ) {
    super(message);
  }

  get isUnreachable(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

const aheadMilliseconds = 3000;

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export class Server {
  // Requests that were sent before anybody asked, by address and body.
  readonly #ahead = new Map<string, Promise<string>>();

  // `root` is where the program's own addresses begin, with a slash at the end.
  constructor(
    readonly root: string,
    private readonly doFetch: typeof fetch = (input, init) => fetch(input, init),
  ) {}

  address(path: string, query: Query = {}): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === false) continue;
      if (typeof value === 'object') value.forEach((one) => parameters.append(name, one));
      else parameters.append(name, value === true ? '1' : String(value));
    }
    const tail = parameters.toString();
    return `${this.root}${path}${tail === '' ? '' : `?${tail}`}`;
  }

  async get(path: string, query?: Query, signal?: AbortSignal): Promise<unknown> {
    const address = this.address(path, query);
    return parseJson(await (this.#takeAhead(address) ?? this.#askForText(address, { signal: signal ?? null })));
  }

  // A file that was logged, with its content type.
  async getForBlob(path: string, query?: Query, signal?: AbortSignal): Promise<Blob> {
    return (await this.ask(this.address(path, query), { signal: signal ?? null })).blob();
  }

  async post(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    const [address, options] = [this.address(path), jsonPost(body, 'application/json', signal)];
    return parseJson(await (this.#takeAhead(aheadKey(address, options)) ?? this.#askForText(address, options)));
  }

  // The file is the whole body.
  async postFile(path: string, query: Query, file: Blob, signal?: AbortSignal): Promise<unknown> {
    const headers = { 'Content-Type': 'application/octet-stream', Accept: 'application/json' };
    const options = { method: 'POST', body: file, headers, signal: signal ?? null };
    return parseJson(await this.#askForText(this.address(path, query), options));
  }

  async postForColumns(path: string, body: unknown, signal?: AbortSignal): Promise<ColumnAnswer> {
    const options = jsonPost(body, 'application/vnd.sightglass.columns', signal);
    return readColumns(await (await this.ask(this.address(path), options)).arrayBuffer());
  }

  // Sends a request whose answer somebody will want: the next equal get() or post() takes it. Asked for while code is still loading; asked
  // for twice, it is sent once. Resolves when the answer is there; whoever takes it is told of its failure.
  getAhead(path: string, query?: Query): Promise<unknown> {
    const address = this.address(path, query);
    return this.#askAhead(address, address, {});
  }

  postAhead(path: string, body: unknown): Promise<unknown> {
    const [address, options] = [this.address(path), jsonPost(body, 'application/json', undefined)];
    return this.#askAhead(aheadKey(address, options), address, options);
  }

  // An answer of one JSON value a line, each taken as it comes.
  async postForLines(path: string, body: unknown, take: (value: unknown) => void, signal?: AbortSignal): Promise<void> {
    const response = await this.ask(this.address(path), jsonPost(body, 'application/x-ndjson', signal));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      const lines = (rest + part.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(parseJson(line));
    }
    if (rest !== '') take(parseJson(rest));
  }

  // A file that is made while it is sent.
  async postForBlob(path: string, body: unknown, signal?: AbortSignal): Promise<Blob> {
    return (await this.ask(this.address(path), jsonPost(body, '*/*', signal))).blob();
  }

  #askAhead(key: string, address: string, options: RequestInit): Promise<unknown> {
    let answer = this.#ahead.get(key);
    if (answer === undefined) {
      answer = this.#askForText(address, options);
      this.#ahead.set(key, answer);
      // What nobody took soon is old.
      setTimeout(() => this.#ahead.delete(key), aheadMilliseconds);
    }
    return answer.catch(() => undefined);
  }

  #takeAhead(key: string): Promise<string> | undefined {
    const answer = this.#ahead.get(key);
    this.#ahead.delete(key);
    return answer;
  }

  async #askForText(address: string, options: RequestInit): Promise<string> {
    return (await this.ask(address, options)).text();
  }

  private async ask(address: string, options: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await this.doFetch(address, options);
    } catch (error) {
      // An aborted request is not a failure of the server: let the caller see it as what it is.
      if (isAborted(error)) throw error;
      throw new ServerError(error instanceof Error ? error.message : String(error), 0, 'UNAVAILABLE');
    }
    if (response.ok) return response;
    throw await failure(response);
  }
}

function aheadKey(address: string, options: RequestInit): string {
  return `${address} ${typeof options.body === 'string' ? options.body : ''}`;
}

function jsonPost(body: unknown, accept: string, signal: AbortSignal | undefined): RequestInit {
  const headers = { 'Content-Type': 'application/json', Accept: accept };
  return { method: 'POST', body: JSON.stringify(body), headers, signal: signal ?? null };
}

async function failure(response: Response): Promise<ServerError> {
  const said = await response.text().catch(() => '');
  try {
    const error = object(object(parseJson(said), 'answer')['error'], 'error');
    const message = optionalText(error['message']) ?? response.statusText;
    return new ServerError(message, response.status, optionalText(error['code']) ?? 'UNKNOWN');
  } catch {
    return new ServerError(
      said.slice(0, 200) || `${response.status} ${response.statusText}`,
      response.status,
      'UNKNOWN',
    );
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
