// The data of one card, live. A card that is shown asks for what its query needs, then for what is new as the server tells of it; one that
// is hidden asks for nothing and keeps what it has as long as there is room.
import type { Run } from '$api/core';
import type { Change } from '$api/live';
import { isAborted, type Server } from '$api/server';
import type { Language } from '$base/language.svelte';
import type { Domain, LineSeries } from '$charts/line_data';
import { areDetailsCheap, pointsPerColumn } from './axis_columns';
import { CardDetails, type PointDetail } from './card_details.svelte';
import { extentOf, fetchSeries, fetchWhole, type CardData, type DataSource } from './card_data';
import { failureText, isUnreachable } from './card_failure';
import { isCovered, isSameData, isSamePicture, type CardQuery } from './card_query';
import { ChangeFilter } from './change_filter';
import { LineMaker } from './line_maker';
import { LivePace } from './live_pace';
import type { MemoryHolder } from './memory_budget';
import type { RequestBudget, Urgency } from './request_budget';
import { readExtent, type Missing } from './series_answer';
import { extentBody, lacksKnownX } from './series_request';

// What of the App the data of a card need.
export interface CardApp {
  readonly server: Server;
  readonly live: { subscribe(listener: (change: Change) => void): () => void };
  readonly runs: { find(id: string): Run | undefined; label(run: Run): string };
  readonly profile: { note(runName: string): { readonly tags?: readonly string[] | undefined } };
  readonly settings: { readonly language: Language };
}

export type CardState = 'loading' | 'ready' | 'empty' | 'failed';

// All of the picture, what is new in it, or something that nobody waits for.
type FlightKind = 'whole' | 'tail' | 'extra';

interface Flight {
  readonly kind: FlightKind;
  readonly query: CardQuery;
  readonly controller: AbortController;
  // The picture stands and is only brought up to date.
  readonly isUpdate: boolean;
}

interface Picture {
  readonly series: readonly LineSeries[];
  readonly nonFinite: number;
  readonly superseded: number;
  readonly missing: readonly Missing[];
  readonly isApproximate: boolean;
  readonly lacksBaseline: boolean;
}

const noPicture: Picture = {
  series: [],
  nonFinite: 0,
  superseded: 0,
  missing: [],
  isApproximate: false,
  lacksBaseline: false,
};

// A request that answers faster than this is let through when the view moves on: under a steady drag the picture then follows, where
// starting anew at every movement would show nothing until the end.
const briefMilliseconds = 100;
// Parts that were added one by one are reduced together once they are so many times what a whole answer has.
const mostAddedFactor = 2;
const extentMilliseconds = 2000;

export class CardSource implements MemoryHolder {
  readonly #app: CardApp;
  readonly #source: DataSource;
  readonly #details: CardDetails;
  readonly #pace = new LivePace();
  #state: CardState = $state('loading');
  #failure: unknown = $state.raw(undefined);
  #picture: Picture = $state.raw(noPicture);
  #fullX: Domain | undefined = $state.raw(undefined);
  #isStale = $state(false);
  #wanted: CardQuery | undefined;
  // The query to which `#data` is the answer.
  #asked: CardQuery | undefined;
  #data: CardData | undefined;
  #maker: LineMaker | undefined;
  #filter: ChangeFilter | undefined;
  #flight: Flight | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;
  #isShown = false;
  // What live changes touched and was not asked for yet.
  #isOutdated = false;
  #changed = new Set<string>();
  // `#fullX` is that of other data, or of none.
  #isExtentOld = true;
  #extentAt = -Infinity;
  // What was known of x when `#data` were asked for.
  #knownX: Domain | undefined;

  constructor(app: CardApp, budget: RequestBudget) {
    this.#app = app;
    this.#source = { server: app.server, budget, tagsOf: (run) => app.profile.note(run.name).tags ?? [] };
    this.#details = new CardDetails(this.#source);
  }

  get state(): CardState {
    return this.#state;
  }
  // In the language of the page.
  get error(): string | undefined {
    return this.#failure === undefined ? undefined : failureText(this.#failure, this.#app.settings.language);
  }
  get series(): readonly LineSeries[] {
    return this.#picture.series;
  }
  get fullX(): Domain | undefined {
    return this.#fullX;
  }
  // A newer answer is awaited, or the server is gone.
  get isStale(): boolean {
    return this.#isStale;
  }
  // Values in view that are not finite.
  get nonFinite(): number {
    return this.#picture.nonFinite;
  }
  // Points that restarts superseded.
  get superseded(): number {
    return this.#picture.superseded;
  }
  get missing(): readonly Missing[] {
    return this.#picture.missing;
  }
  // Differences to the baseline are taken between reduced curves.
  get isApproximate(): boolean {
    return this.#picture.isApproximate;
  }
  // There are curves, but none that the baseline run has too.
  get lacksBaseline(): boolean {
    return this.#picture.lacksBaseline;
  }
  // What the readout tells of a point besides its place, where the series do not.
  detailOf(key: string, index: number): PointDetail | undefined {
    const points = this.#data?.held.find(key)?.points;
    return points && this.#details.of(points, index);
  }

  runOf(key: string): string | undefined {
    return key.startsWith('group:') ? undefined : key.slice(0, key.indexOf('/'));
  }

  // The group of a line, or the first one that a single run belongs to.
  groupOf(key: string): string | undefined {
    if (key.startsWith('group:')) return key.slice('group:'.length, key.lastIndexOf('/'));
    return this.#data?.groupOfRun.get(this.runOf(key) ?? '');
  }

  // When the curve began, in seconds since 1970.
  startTime(key: string): number | undefined {
    const run = this.runOf(key);
    const series = this.#data?.query.x === 'relative' ? this.#data.held.find(key) : undefined;
    return series?.points.origin ?? (run === undefined ? undefined : this.#app.runs.find(run)?.startTime);
  }

  show(query: CardQuery): void {
    this.#isShown = true;
    this.#source.budget.memory.remove(this);
    this.#unsubscribe ??= this.#app.live.subscribe((change) => this.#onChange(change));
    if (query === this.#wanted) return this.#advance();
    const before = this.#wanted;
    this.#wanted = query;
    if (before === undefined || !isCovered(before, query)) this.#failure = undefined;
    const isThere = this.#asked !== undefined && isCovered(this.#asked, query);
    if (this.#asked !== undefined && !isSamePicture(this.#asked, query)) this.#clear();
    if (this.#failure === undefined) {
      this.#state = this.#data === undefined ? 'loading' : this.#stateOf(this.#data);
      this.#isStale = this.#data !== undefined && !isThere;
    }
    if (isThere && before?.runs !== query.runs) this.#relabel();
    this.#leaveFlight(query);
    this.#advance();
  }

  hide(): void {
    this.#isShown = false;
    this.#stopFlight();
    this.#details.drop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#data === undefined) this.#stopListening();
    else this.#source.budget.memory.add(this, this.#data.held.bytes);
  }

  // Somebody points at the curves: now steps and times of all points are worth their bytes.
  wantDetails(): void {
    const [data, query] = [this.#data, this.#asked];
    if (!this.#isShown || data === undefined || query === undefined || data.hasDetails) return;
    if (query.group !== undefined) return;
    this.#details.want({ series: this.#picture.series, held: data.held, query, knownX: this.#knownX });
  }

  drop(): void {
    this.#clear();
    this.#stopListening();
    this.#state = 'loading';
  }

  dispose(): void {
    this.hide();
    this.#source.budget.memory.remove(this);
    this.drop();
  }

  retry(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#isOutdated = this.#data !== undefined;
    if (this.#data === undefined) this.#state = 'loading';
    this.#advance();
  }

  #clear(): void {
    this.#details.drop();
    this.#asked = undefined;
    this.#data = undefined;
    this.#maker = undefined;
    this.#filter = undefined;
    this.#picture = noPicture;
    this.#fullX = undefined;
    this.#isExtentOld = true;
    this.#isStale = false;
    this.#isOutdated = false;
    this.#changed.clear();
  }

  #stopListening(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  #stopFlight(): void {
    const flight = this.#flight;
    if (flight === undefined) return;
    this.#flight = undefined;
    // What it was to bring is still to be brought.
    if (flight.isUpdate && flight.kind !== 'extra') this.#isOutdated = true;
    flight.controller.abort();
  }

  // Only what is still wanted may go on.
  #leaveFlight(query: CardQuery): void {
    const flight = this.#flight;
    if (flight === undefined || isCovered(flight.query, query)) return;
    const isBrief = this.#pace.duration < briefMilliseconds;
    if (flight.kind !== 'whole' || !isBrief || !isSameData(flight.query, query)) this.#stopFlight();
  }

  #onChange(change: Change): void {
    if (change.isReset && isUnreachable(this.#failure)) this.retry();
    const { isOutdated, runs } = this.#filter?.read(change) ?? { isOutdated: change.isReset, runs: [] };
    if (!isOutdated && runs.length === 0) return;
    this.#isOutdated ||= isOutdated;
    for (const run of runs) this.#changed.add(run);
    this.#isExtentOld = true;
    if (this.#flight?.kind === 'extra') this.#stopFlight();
    this.#advance();
  }

  // Does what is to be done next, one thing at a time.
  #advance(): void {
    const query = this.#wanted;
    if (!this.#isShown || query === undefined || this.#flight !== undefined || this.#failure !== undefined) return;
    if (this.#asked === undefined || !isCovered(this.#asked, query)) return void this.#askWhole(query, 'seen');
    if (this.#isOutdated || this.#changed.size > 0) return this.#askLive(query);
    if (query.group !== undefined) return;
    const areDetailsWanted = this.#data?.hasDetails === false && areDetailsCheap(query, this.#data.held.pointCount);
    const isExtentWanted = query.range !== undefined && this.#isExtentOld;
    if (areDetailsWanted || isExtentWanted) this.#askExtra(query, areDetailsWanted);
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#advance();
    }, milliseconds);
  }

  #askLive(query: CardQuery): void {
    const wait = this.#pace.wait(performance.now());
    if (wait > 0) return this.#later(wait);
    const looksAhead = query.smoothing.kind === 'mean' || query.smoothing.kind === 'gaussian';
    const isWhole = this.#isOutdated || query.group !== undefined || this.#data?.held.canExtend(looksAhead) !== true;
    if (isWhole) void this.#askWhole(query, 'live');
    else void this.#askTail();
  }

  async #askWhole(query: CardQuery, urgency: Urgency): Promise<void> {
    const isOfSame = this.#asked !== undefined && isSameData(this.#asked, query);
    const knownX = isOfSame ? this.#fullX : undefined;
    // A zoomed view says little about how many points all of it has.
    const isOfSameSize = isOfSame && (this.#asked?.range === undefined) === (query.range === undefined);
    const hasDetails = areDetailsCheap(query, isOfSameSize ? this.#data?.held.pointCount : undefined);
    const isUpdate = this.#asked !== undefined && isCovered(this.#asked, query);
    const kind = urgency === 'idle' ? 'extra' : 'whole';
    this.#isOutdated = false;
    this.#changed.clear();
    await this.#fly({ kind, query, isUpdate }, async (signal) => {
      const data = await fetchWhole(this.#source, { query, urgency, options: { hasDetails, knownX }, signal });
      return () => {
        this.#isExtentOld ||= this.#asked?.runs !== query.runs;
        this.#asked = query;
        this.#knownX = knownX;
        this.#data = data;
        this.#maker = new LineMaker(data.query, (id, name) => this.#labelOf(id, name));
        this.#filter = new ChangeFilter(query);
        this.#failure = undefined;
        this.#takePicture();
        const isCoarse = data.held.series.some((one) => one.points.isReduced) || data.lines.length > 0;
        if (isCoarse && this.#fullX !== undefined && lacksKnownX(data.query, knownX)) this.#isOutdated = true;
      };
    });
  }

  async #askTail(): Promise<void> {
    const data = this.#data;
    const asked = this.#asked;
    if (data === undefined || asked === undefined) return;
    const { since, runs } = data.held.next(this.#changed);
    this.#changed.clear();
    await this.#fly({ kind: 'tail', query: asked, isUpdate: true }, async (signal) => {
      const only = asked.areAllRuns && runs.size >= data.held.count ? undefined : [...runs];
      const options = { hasDetails: data.hasDetails, knownX: this.#fullX, since: { state: since, runs: only } };
      const part = await fetchSeries(this.#source, { query: data.query, urgency: 'live', options, signal });
      return () => {
        if (!data.held.extend(part.state, runs, part.series)) this.#isOutdated = true;
        else this.#takePicture();
        if (data.held.mostAdded > asked.width * pointsPerColumn * mostAddedFactor) this.#isOutdated = true;
      };
    });
  }

  // What the picture does not need: all steps and times for the readout, or where data lie outside of a zoomed view.
  #askExtra(query: CardQuery, areDetails: boolean): void {
    const now = performance.now();
    const rest = areDetails || this.#fullX === undefined ? 0 : this.#extentAt + extentMilliseconds - now;
    const wait = Math.max(rest, this.#pace.backoff(now));
    if (wait > 0) return this.#later(wait);
    if (areDetails) return void this.#askWhole(query, 'idle');
    this.#extentAt = now;
    void this.#fly({ kind: 'extra', query, isUpdate: true }, async (signal) => {
      const { server, budget } = this.#source;
      const ask = async (): Promise<Domain | undefined> =>
        readExtent(await server.postForColumns('api/scalars', extentBody(query), signal));
      const extent = await budget.run('idle', signal, ask);
      return () => {
        this.#fullX = extent;
        this.#isExtentOld = false;
      };
    });
  }

  // Sends one request, and takes its answer if it is still wanted then.
  async #fly(about: Omit<Flight, 'controller'>, ask: (signal: AbortSignal) => Promise<() => void>): Promise<void> {
    const flight: Flight = { ...about, controller: new AbortController() };
    this.#flight = flight;
    if (flight.kind !== 'extra') this.#pace.begin(performance.now());
    try {
      const take = await ask(flight.controller.signal);
      if (this.#flight !== flight) return;
      this.#flight = undefined;
      if (flight.kind !== 'extra') this.#pace.succeed(performance.now());
      take();
      this.#isStale = this.#wanted === undefined || this.#asked === undefined || !isCovered(this.#asked, this.#wanted);
    } catch (error) {
      if (this.#flight !== flight) return;
      this.#flight = undefined;
      this.#fail(error, flight);
    }
    this.#advance();
  }

  #fail(error: unknown, { kind, isUpdate }: Flight): void {
    this.#pace.fail(performance.now());
    this.#isOutdated ||= isUpdate && kind !== 'extra';
    // Something else cut the request off: it is simply asked again.
    if (isAborted(error)) return;
    this.#isStale = this.#data !== undefined;
    // What is drawn stays while the server is away.
    if (isUpdate && (kind === 'extra' || isUnreachable(error))) return;
    this.#failure = error;
    this.#state = 'failed';
  }

  #stateOf(data: CardData): CardState {
    if (this.#picture.series.length === 0) return 'empty';
    return data.lines.length > 0 || data.held.series.some((one) => one.points.total > 0) ? 'ready' : 'empty';
  }

  #takePicture(): void {
    const { data, maker } = { data: this.#data, maker: this.#maker };
    if (data === undefined || maker === undefined) return;
    const held = data.held.series;
    const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
    // A group counts those of its runs, whether or not they are drawn behind it.
    const nonFinite = sum(
      data.lines.length > 0 ? data.lines.map((line) => line.nonFinite) : held.map(({ points }) => points.nonFinite),
    );
    const superseded = sum(held.map(({ points }) => points.supersededCount));
    const series = [...maker.lines(held), ...maker.groupLines(data.lines)];
    const before = this.#picture.series;
    const isSame = series.length === before.length && series.every((line, i) => line === before[i]);
    this.#picture = {
      series: isSame ? before : series,
      nonFinite,
      superseded,
      missing: data.missing,
      isApproximate: data.query.baseline !== undefined && held.some((one) => !one.points.isComplete),
      lacksBaseline: data.query.baseline !== undefined && held.length > 0 && series.length === 0,
    };
    this.#state = this.#stateOf(data);
    if (data.query.range !== undefined) return;
    this.#fullX = extentOf(data);
    this.#isExtentOld = false;
  }

  #relabel(): void {
    if (this.#maker === undefined || this.#data === undefined) return;
    const series = this.#maker.relabel(this.#picture.series, this.#data.held.series);
    if (series !== this.#picture.series) this.#picture = { ...this.#picture, series };
  }

  #labelOf(runId: string, runName: string): string {
    const run = this.#app.runs.find(runId);
    return run === undefined ? runName : this.#app.runs.label(run);
  }
}
