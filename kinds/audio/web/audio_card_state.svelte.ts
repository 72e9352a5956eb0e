// What one card of clips shows: which clips are there, which part of them is seen, and who plays them.
import type { CardPlayer } from './sound/card_player.svelte';
import type { Clip } from './sound/clip';
import { following, panned, zoomed, type TimeView } from './sound/time_view';

export class AudioCardState {
  // By id of the run, in no order.
  #clips: ReadonlyMap<string, Clip> = $state.raw(new Map());
  // Somebody chose what is heard; until then it is the first run that has a clip.
  #isChosen = false;
  #runs: readonly string[] = [];
  // undefined: all of the longest clip.
  #part: TimeView | undefined = $state.raw(undefined);

  // The longest of all clips, so that the same place is the same time in each.
  readonly seconds = $derived(Math.max(0, ...[...this.#clips.values()].map((clip) => clip.seconds)));
  readonly view: TimeView = $derived(this.#part ?? { begin: 0, end: this.seconds });
  readonly isZoomed = $derived(this.#part !== undefined);

  constructor(readonly player: CardPlayer) {}

  clipOf(runId: string): Clip | undefined {
    return this.#clips.get(runId);
  }

  // Runs of the card, in the order in which they are shown.
  setRuns(runs: readonly string[]): void {
    this.#runs = runs;
    this.#hearFirst();
  }

  // The clip of a run, or none any more. A new clip of the run that is heard takes the place of its old one.
  setClip(runId: string, clip: Clip | undefined): void {
    const clips = new Map(this.#clips);
    if (clip === undefined) clips.delete(runId);
    else clips.set(runId, clip);
    this.#clips = clips;
    const { player } = this;
    if (clip === undefined) player.forget(runId);
    else if (player.heardId === runId) player.hear(runId, clip);
    this.#hearFirst();
    if (this.#part !== undefined) this.#setPart(panned(this.#part, 0, this.seconds));
  }

  // As chosen by somebody.
  hear(runId: string): void {
    this.#isChosen = true;
    this.#hear(runId);
  }

  // The next or previous run that has a clip.
  hearNext(by: 1 | -1): void {
    const there = this.#runs.filter((run) => this.#clips.has(run));
    const at = there.indexOf(this.player.heardId ?? '');
    const next = there[(at + by + there.length) % Math.max(1, there.length)];
    if (next !== undefined) this.hear(next);
  }

  #hear(runId: string): void {
    const clip = this.#clips.get(runId);
    if (clip !== undefined) this.player.hear(runId, clip);
  }

  #hearFirst(): void {
    const { player } = this;
    if (player.heardId === undefined) this.#isChosen = false;
    // What plays is not changed under one's ears.
    if (this.#isChosen || player.isPlaying) return;
    const first = this.#runs.find((run) => this.#clips.has(run));
    if (first !== undefined) this.#hear(first);
  }

  zoom(factor: number, place: number): void {
    this.#setPart(zoomed(this.view, factor, place, this.seconds));
  }

  pan(parts: number): void {
    this.#setPart(panned(this.view, parts * (this.view.end - this.view.begin), this.seconds));
  }

  showAll(): void {
    this.#setPart(undefined);
  }

  // Called for every frame while it plays.
  follow(): void {
    this.player.refresh();
    if (this.#part !== undefined) this.#setPart(following(this.#part, this.player.position, this.seconds));
  }

  #setPart(part: TimeView | undefined): void {
    const isAll = part === undefined || part.end - part.begin >= this.seconds;
    const next = isAll ? undefined : part;
    if (next?.begin === this.#part?.begin && next?.end === this.#part?.end) return;
    this.#part = next;
    this.player.part = next;
  }
}
