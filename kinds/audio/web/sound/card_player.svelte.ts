// Plays the clips of one card: one is heard, and another can take its place at the same position without a gap.
import type { Clip } from './clip';
import type { LoopPart, SoundOutput, Voice } from './sound_output';

// One plays at a time on the whole page.
export class PlaybackDesk {
  #playing: CardPlayer | undefined;

  constructor(readonly output: SoundOutput) {}

  claim(player: CardPlayer): void {
    if (this.#playing !== player) this.#playing?.pause();
    this.#playing = player;
  }
}

// A start takes effect a little after it was asked for: so much later that it is never late.
const leadSeconds = 0.02;

export const playSpeeds: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];

export class CardPlayer {
  readonly #desk: PlaybackDesk;
  // What is heard. Its id tells clips of one card apart: a run.
  #heard: { readonly id: string; readonly clip: Clip } | undefined = $state.raw(undefined);
  #isPlaying = $state(false);
  #isLooping = $state(false);
  #speed = $state(1);
  #volume = $state(1);
  // Where it stood when it was last looked at, in seconds.
  #position = $state(0);
  #part: LoopPart | undefined = $state.raw(undefined);
  #voice: Voice | undefined;
  // The sound was at `offset` at the clock's `time`.
  #anchor = { time: 0, offset: 0 };

  constructor(desk: PlaybackDesk) {
    this.#desk = desk;
  }

  get heardId(): string | undefined {
    return this.#heard?.id;
  }
  get isPlaying(): boolean {
    return this.#isPlaying;
  }
  get position(): number {
    return this.#position;
  }
  get seconds(): number {
    return this.#heard?.clip.seconds ?? 0;
  }

  get isLooping(): boolean {
    return this.#isLooping;
  }
  set isLooping(isLooping: boolean) {
    this.refresh();
    this.#isLooping = isLooping;
    this.#anchorHere();
    this.#voice?.setLoop(this.#loop);
  }

  get speed(): number {
    return this.#speed;
  }
  set speed(speed: number) {
    this.refresh();
    this.#speed = speed;
    this.#anchorHere();
    this.#voice?.setSpeed(speed);
  }

  get volume(): number {
    return this.#volume;
  }
  set volume(volume: number) {
    this.#volume = volume;
    this.#voice?.setVolume(volume);
  }

  // What is repeated; undefined: the whole clip.
  set part(part: LoopPart | undefined) {
    this.refresh();
    this.#part = part;
    this.#anchorHere();
    this.#voice?.setLoop(this.#loop);
  }

  // This clip from now on. One that plays is changed at once, at the same position.
  hear(id: string, clip: Clip): void {
    if (this.#heard?.id === id && this.#heard.clip === clip) return;
    this.refresh();
    this.#heard = { id, clip };
    if (this.#position >= clip.seconds) this.#position = 0;
    if (this.#isPlaying) this.#start();
  }

  // Nothing is left to be heard of this one.
  forget(id: string): void {
    if (this.#heard?.id !== id) return;
    this.pause();
    this.#heard = undefined;
    this.#position = 0;
  }

  play(): void {
    if (this.#heard === undefined || this.#heard.clip.seconds === 0) return;
    this.#desk.claim(this);
    this.#isPlaying = true;
    this.#start();
  }

  pause(): void {
    if (!this.#isPlaying) return;
    this.refresh();
    this.#isPlaying = false;
    this.#voice?.stop(this.#desk.output.now);
    this.#voice = undefined;
  }

  toggle(): void {
    if (this.#isPlaying) this.pause();
    else this.play();
  }

  seek(position: number): void {
    this.#position = Math.min(Math.max(0, position), this.seconds);
    if (this.#isPlaying) this.#start();
  }

  // Looks where the sound is now; called for every frame while it plays.
  refresh(): void {
    if (!this.#isPlaying) return;
    this.#position = this.#positionAt(this.#desk.output.now);
  }

  get #loop(): LoopPart | undefined {
    if (!this.#isLooping) return undefined;
    const { seconds } = this;
    const part = this.#part;
    const isInside = part !== undefined && part.begin < Math.min(part.end, seconds);
    return isInside ? { begin: part.begin, end: Math.min(part.end, seconds) } : { begin: 0, end: seconds };
  }

  #positionAt(time: number): number {
    const { time: since, offset } = this.#anchor;
    const position = offset + Math.max(0, time - since) * this.#speed;
    const loop = this.#loop;
    if (loop === undefined || position < loop.end || offset >= loop.end) return Math.min(position, this.seconds);
    return loop.begin + ((position - loop.begin) % (loop.end - loop.begin));
  }

  #anchorHere(): void {
    this.#anchor = { time: this.#desk.output.now, offset: this.#position };
  }

  #start(): void {
    if (this.#heard === undefined) return;
    const { output } = this.#desk;
    const at = output.now + leadSeconds;
    // Where the one that plays will be at that moment, so that a change of clips has no gap.
    const isSeamless = this.#voice !== undefined && this.#position === this.#positionAt(output.now);
    const loop = this.#loop;
    const { clip } = this.#heard;
    let offset = isSeamless ? Math.min(this.#positionAt(at), clip.seconds) : this.#position;
    if (offset >= clip.seconds || (loop !== undefined && offset >= loop.end)) offset = loop?.begin ?? 0;
    this.#voice?.stop(at);
    this.#anchor = { time: at, offset };
    const voice: Voice = output.start(clip.sound, {
      at,
      offset,
      speed: this.#speed,
      volume: this.#volume,
      loop,
      onend: () => {
        if (this.#voice === voice) this.#end();
      },
    });
    this.#voice = voice;
  }

  // Ready to play from the beginning again.
  #end(): void {
    this.#voice = undefined;
    this.#isPlaying = false;
    this.#position = 0;
  }
}
