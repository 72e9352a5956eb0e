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
  readonly #ahead = new Map<string, Promise<Response>>();

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
    return parseJson(await (await this.ask(this.address(path, query), { signal: signal ?? null })).text());
  }

  async post(path: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    return parseJson(await (await this.ask(this.address(path), jsonPost(body, 'application/json', signal))).text());
  }

  async postForColumns(path: string, body: unknown, signal?: AbortSignal): Promise<ColumnAnswer> {
    const options = jsonPost(body, 'application/vnd.sightglass.columns', signal);
    return readColumns(await (await this.ask(this.address(path), options)).arrayBuffer());
  }

  // Sends a request whose answer somebody will want: the next equal post() takes it. Asked for while code is still loading.
  postAhead(path: string, body: unknown): void {
    const options = jsonPost(body, 'application/json', undefined);
    const answer = this.#send(this.address(path), options);
    // Whoever takes it is told of its failure.
    answer.catch(() => undefined);
    const key = aheadKey(this.address(path), options);
    this.#ahead.set(key, answer);
    // What nobody took soon is old.
    setTimeout(() => this.#ahead.delete(key), aheadMilliseconds);
  }

  // A file that is made while it is sent.
  async postForBlob(path: string, body: unknown, signal?: AbortSignal): Promise<Blob> {
    return (await this.ask(this.address(path), jsonPost(body, '*/*', signal))).blob();
  }

  private async ask(address: string, options: RequestInit): Promise<Response> {
    const key = aheadKey(address, options);
    const answer = this.#ahead.get(key);
    this.#ahead.delete(key);
    return answer ?? this.#send(address, options);
  }

  async #send(address: string, options: RequestInit): Promise<Response> {
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
