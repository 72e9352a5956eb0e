// The curves of a card, and how live parts are added to them.
import type { RunSeries } from './series_answer';
import { buffersOf, extendPoints, type SeriesPoints } from './series_points';
import type { DataState } from './series_request';

interface Held {
  readonly series: RunSeries;
  // As the last answer that was no part gave it.
  readonly base: SeriesPoints;
}

// Runs that get new points keep getting them: once seen, they are asked for together, so that all of them are held in one state of the
// data. The others are held in the state of the whole answer.
export class HeldSeries {
  #held: Map<string, Held>;
  readonly #base: DataState;
  #latest: DataState;
  #live: ReadonlySet<string> = new Set();

  constructor(state: DataState, series: readonly RunSeries[]) {
    this.#base = state;
    this.#latest = state;
    this.#held = new Map(series.map((one) => [one.key, { series: one, base: one.points }]));
  }

  get series(): readonly RunSeries[] {
    return Array.from(this.#held.values(), (held) => held.series);
  }

  get count(): number {
    return this.#held.size;
  }

  find(key: string): RunSeries | undefined {
    return this.#held.get(key)?.series;
  }

  // Whether parts can be added at all. Smoothing that looks ahead changes what is there already, and reduced points cannot be cut anywhere.
  canExtend(looksAhead: boolean): boolean {
    for (const { series } of this.#held.values()) {
      if (!series.points.isRising || (looksAhead && series.points.isReduced)) return false;
    }
    return true;
  }

  // What to ask for when these runs have changed.
  next(changed: ReadonlySet<string>): { readonly since: DataState; readonly runs: ReadonlySet<string> } {
    const runs = new Set([...this.#live, ...changed]);
    // One that joins is held in the older state, to which all can be cut back.
    return { since: runs.size > this.#live.size ? this.#base : this.#latest, runs };
  }

  // Adds the answer for `runs`. False: it does not fit, everything must be asked for again.
  extend(state: DataState, runs: ReadonlySet<string>, parts: readonly RunSeries[]): boolean {
    if (state.epoch !== this.#base.epoch) return false;
    const fresh = new Map(this.#held);
    const answered = new Set<string>();
    for (const part of parts) {
      answered.add(part.key);
      const held = fresh.get(part.key);
      const points = held === undefined ? part.points : extendPoints(held.base, held.series.points, part.points);
      // A curve that is not known must come from its beginning.
      if (points === undefined || (held === undefined && part.points.kept > 0)) return false;
      if (held !== undefined && part.points.kept > 0) {
        const isSame = points === held.series.points;
        fresh.set(part.key, isSame ? held : { series: { ...held.series, points }, base: held.base });
      } else {
        // Begun anew: what the server may refer to later is its state at the whole answer, which is gone.
        fresh.set(part.key, { series: part, base: { ...points, total: -1 } });
      }
    }
    for (const [key, held] of fresh) {
      if (runs.has(held.series.runId) && !answered.has(key)) fresh.delete(key);
    }
    this.#held = fresh;
    this.#latest = state;
    this.#live = runs;
    return true;
  }

  // Points of the longest curve that came in parts: reduced anew they may be far fewer.
  get mostAdded(): number {
    let most = 0;
    for (const { series, base } of this.#held.values()) {
      most = Math.max(most, series.points.x.view.length - base.x.view.length);
    }
    return most;
  }

  get pointCount(): number {
    let points = 0;
    for (const { series } of this.#held.values()) points += series.points.x.view.length;
    return points;
  }

  get bytes(): number {
    const buffers = new Set<ArrayBufferLike>();
    for (const { series, base } of this.#held.values()) {
      buffersOf(series.points, (buffer) => buffers.add(buffer));
      buffersOf(base, (buffer) => buffers.add(buffer));
    }
    let bytes = 0;
    for (const buffer of buffers) bytes += buffer.byteLength;
    return bytes;
  }
}
