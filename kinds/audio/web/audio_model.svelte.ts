// What the cards of the audio share.
import { withEntry } from '$cards/card_map_param';
import { ViewSizes } from '$cards/card_sizes';
import { CardsModel } from '$cards/cards_model.svelte';
import type { App } from '$kind/app';
import { LinkedStep } from '$media/linked_step.svelte';
import { LoadQueue } from '$media/load_queue';
import { MediaSteps, type StepsWanted } from '$media/media_steps.svelte';
import { deckParams, sampleParam, sizes, steps } from './audio_params';
import { CardPlayer, PlaybackDesk } from './sound/card_player.svelte';
import { ClipCache } from './sound/clip_cache';
import { decodeSound } from './sound/decode_sound';
import { WebAudioOutput } from './sound/sound_output';
import { SpectrogramMaker } from './sound/spectrogram_maker';
import { TranscriptSource } from './transcript_source';

export class AudioModel {
  readonly deck: CardsModel;
  readonly queue = new LoadQueue();
  readonly clips: ClipCache;
  readonly linked: LinkedStep;
  readonly spectrograms = new SpectrogramMaker();
  readonly transcripts: TranscriptSource;
  readonly #output = new WebAudioOutput();
  readonly #desk = new PlaybackDesk(this.#output);
  // By card: those on screen.
  readonly #players = new Map<string, CardPlayer>();

  // One object for all cards while the choice of runs stays.
  readonly #runs = $derived.by((): Omit<StepsWanted, 'tagId'> => {
    const { runs } = this.app;
    return { runs: runs.selected, areAllRuns: runs.isEverything };
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: App) {
    this.deck = new CardsModel(app, {
      kind: 'audio',
      params: deckParams,
      sizes: new ViewSizes(app.view, sizes),
      proportion: { width: 1.2, height: 1.35 },
    });
    this.clips = new ClipCache(app.server, this.queue, decodeSound);
    this.transcripts = new TranscriptSource(app.server, this.queue);
    this.linked = new LinkedStep(app.view, steps);
    $effect(() => () => {
      this.linked.flush();
      this.spectrograms.close();
      this.#output.close();
    });
  }

  wanted(tagId: string): StepsWanted {
    return { tagId, ...this.#runs };
  }

  newSteps(): MediaSteps {
    return new MediaSteps(this.app, 'audio', this.queue);
  }

  // Ends with dropPlayer().
  newPlayer(card: string): CardPlayer {
    const player = new CardPlayer(this.#desk);
    this.#players.set(card, player);
    return player;
  }

  dropPlayer(card: string, player: CardPlayer): void {
    player.pause();
    // A card in full screen has a player of its own, and the one in the grid may still be there.
    if (this.#players.get(card) === player) this.#players.delete(card);
  }

  // The card in front, or the one under the pointer or the focus.
  togglePointed(): void {
    const { pointed } = this.deck;
    if (pointed !== undefined) this.#players.get(pointed)?.toggle();
  }

  sampleOf(card: string): number {
    return this.app.view.get(sampleParam).get(card) ?? 0;
  }

  setSample(card: string, sample: number): void {
    const { view } = this.app;
    view.set(sampleParam, withEntry(view.get(sampleParam), card, sample === 0 ? undefined : sample));
  }

  nameOf(runId: string, runName: string): string {
    const run = this.app.runs.find(runId);
    return run === undefined ? runName : this.app.runs.label(run);
  }
}
