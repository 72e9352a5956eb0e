// The connection to the server, and who must know of changes. Parts of the page subscribe; each asks only for what it shows.
import { fetchStatus, type Status } from '$api/core';
import { listen, type Change } from '$api/live';
import type { Server } from '$api/server';

export type Connection = 'connecting' | 'live' | 'paused' | 'lost';
export type ChangeListener = (change: Change) => void;

// While files are loaded the totals change all the time: they are asked for at most this often.
const statusMilliseconds = 250;

export class LiveState {
  #connection: Connection = $state('connecting');
  #isPaused = $state(false);
  #status: Status | undefined = $state.raw(undefined);
  #statusError: string | undefined = $state(undefined);
  // Date.now() of the last change that was seen; 0 before the first.
  #changedAt = $state(0);
  // Changes came while paused: resuming shows them.
  #hasMissed = $state(false);
  readonly #listeners = new Set<ChangeListener>();
  readonly #profileListeners = new Set<(revision: number) => void>();
  #statusTimer: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | undefined;

  constructor(private readonly server: Server) {}

  get connection(): Connection {
    return this.#isPaused && this.#connection === 'live' ? 'paused' : this.#connection;
  }
  get isPaused(): boolean {
    return this.#isPaused;
  }
  get hasMissed(): boolean {
    return this.#hasMissed;
  }
  get status(): Status | undefined {
    return this.#status;
  }
  get statusError(): string | undefined {
    return this.#statusError;
  }
  get changedAt(): number {
    return this.#changedAt;
  }

  start(): void {
    // The first of all that the page asks for: nothing it shows is older.
    const first = this.#askStatus();
    let isGreeted = false;
    this.#stop = listen(this.server, {
      onHello: (change) => {
        // A stream that begins anew tells nothing of what happened before.
        const wasLost = this.#connection === 'lost';
        this.#connection = 'live';
        this.#take({ ...change, isReset: wasLost || change.isReset });
        if (!isGreeted) void first.then((status) => this.#catchUp(status, change));
        isGreeted = true;
      },
      onChange: (change) => {
        this.#connection = 'live';
        this.#changedAt = Date.now();
        this.#take(change);
      },
      onProfile: (revision) => this.#profileListeners.forEach((listener) => listener(revision)),
      onLost: () => (this.#connection = 'lost'),
    });
  }

  stop(): void {
    this.#stop?.();
    clearTimeout(this.#statusTimer);
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  subscribeProfile(listener: (revision: number) => void): () => void {
    this.#profileListeners.add(listener);
    return () => this.#profileListeners.delete(listener);
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    const missed = this.#missed;
    this.#hasMissed = false;
    this.#missed = undefined;
    if (missed !== undefined) this.#tell({ ...missed, isReset: true });
  }

  // Shows what is there now, also while paused.
  refresh(): void {
    void this.#askStatus();
    const change = this.#missed ?? this.#newest;
    this.#missed = undefined;
    this.#hasMissed = false;
    if (change !== undefined) this.#tell({ ...change, isReset: true });
  }

  #missed: Change | undefined;
  #newest: Change | undefined;

  #take(change: Change): void {
    this.#newest = change;
    this.#statusTimer ??= setTimeout(() => {
      this.#statusTimer = undefined;
      void this.#askStatus();
    }, statusMilliseconds);
    if (!this.#isPaused) return this.#tell(change);
    this.#missed = change;
    this.#hasMissed = true;
  }

  // Between the first answers and the beginning of the stream something happened that neither tells of.
  #catchUp(first: Status | undefined, hello: Change): void {
    if (first === undefined) return;
    if (first.epoch !== hello.epoch || first.revision < hello.revision) this.#take({ ...hello, isReset: true });
  }

  #tell(change: Change): void {
    this.#listeners.forEach((listener) => listener(change));
  }

  async #askStatus(): Promise<Status | undefined> {
    try {
      this.#status = await fetchStatus(this.server);
      this.#statusError = undefined;
      return this.#status;
    } catch (error) {
      this.#statusError = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }
}
