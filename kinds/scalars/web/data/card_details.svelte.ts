// Steps and times of the points of one card, from when somebody first points at it.
import type { Domain, LineSeries } from '$charts/line_data';
import type { DataSource } from './card_data';
import type { CardQuery } from './card_query';
import type { HeldSeries } from './held_series';
import type { DetailsOfPoints } from './point_details';
import type { SeriesPoints } from './series_points';

export interface PointDetail {
  readonly step: number | bigint | undefined;
  // Seconds since 1970.
  readonly wallTime: number | undefined;
}

// What the card shows, and how it was asked for.
export interface DetailedPicture {
  readonly series: readonly LineSeries[];
  readonly held: HeldSeries;
  readonly query: CardQuery;
  readonly knownX: Domain | undefined;
}

// Steps and times of more points than this would take longer than anybody points at a place.
const mostDetailedPoints = 2_000_000;
// Of data that grow they are not asked for at every movement.
const leastMilliseconds = 1000;

export class CardDetails {
  #known: DetailsOfPoints | undefined = $state.raw(undefined);
  // The picture that they were asked for, and when.
  #series: readonly LineSeries[] | undefined;
  #askedAt = -Infinity;
  #flight: AbortController | undefined;

  constructor(private readonly source: DataSource) {}

  of(points: SeriesPoints, index: number): PointDetail | undefined {
    const details = this.#known?.get(points);
    return details && { step: details.steps?.[index], wallTime: details.wallTimes?.[index] };
  }

  want(picture: DetailedPicture): void {
    const now = performance.now();
    if (this.#flight !== undefined || this.#series === picture.series) return;
    if (now < this.#askedAt + leastMilliseconds || picture.held.pointCount > mostDetailedPoints) return;
    this.#askedAt = now;
    void this.#ask(picture);
  }

  drop(): void {
    this.#flight?.abort();
    this.#flight = undefined;
    this.#known = undefined;
    this.#series = undefined;
    this.#askedAt = -Infinity;
  }

  // A readout without times is no failure worth a word: they are asked for again when the pointer moves on.
  async #ask({ series, held, query, knownX }: DetailedPicture): Promise<void> {
    const flight = new AbortController();
    this.#flight = flight;
    try {
      const { fetchDetails } = await import('./point_details');
      const known = await fetchDetails(this.source, held, { query, knownX, signal: flight.signal });
      if (this.#flight !== flight) return;
      this.#known = known;
      this.#series = series;
    } catch {
      // As above.
    } finally {
      if (this.#flight === flight) this.#flight = undefined;
    }
  }
}
