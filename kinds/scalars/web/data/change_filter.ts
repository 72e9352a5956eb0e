// What a live change means for a card.
import type { Change } from '$api/live';
import type { CardQuery } from './card_query';

export interface CardChange {
  // Everything must be asked for again.
  readonly isOutdated: boolean;
  // Ids of runs that have new points in the card's curves.
  readonly runs: readonly string[];
}

const unchanged: CardChange = { isOutdated: false, runs: [] };
const outdated: CardChange = { isOutdated: true, runs: [] };

export class ChangeFilter {
  readonly #tags: ReadonlySet<string>;
  // undefined: all.
  readonly #runs: ReadonlySet<string> | undefined;
  readonly #names: ReadonlySet<string> | undefined;

  constructor(query: CardQuery) {
    const tags = query.tags.map((tag) => tag.id);
    this.#tags = new Set(typeof query.x === 'object' ? [...tags, query.x.tag] : tags);
    if (query.areAllRuns) return;
    this.#runs = new Set([
      ...query.runs.map((run) => run.id),
      ...(query.baseline === undefined ? [] : [query.baseline]),
    ]);
    this.#names = new Set(query.runs.map((run) => run.name));
  }

  read(change: Change): CardChange {
    if (change.isReset || change.omittedRuns > 0) return outdated;
    if (change.removedRuns.some((run) => this.#concerns(run))) return outdated;
    if (change.runs.length === 0) return unchanged;
    const runs: string[] = [];
    for (const run of change.runs) {
      if (this.#runs !== undefined && !this.#runs.has(run.id)) continue;
      if (run.hasRemovedTags) return outdated;
      if (run.omitted > 0 || run.series.some((series) => this.#tags.has(series.tagId))) runs.push(run.id);
    }
    return { isOutdated: false, runs };
  }

  // Runs that are gone are told by name.
  #concerns(run: string): boolean {
    return this.#runs === undefined || this.#names === undefined || this.#runs.has(run) || this.#names.has(run);
  }
}
