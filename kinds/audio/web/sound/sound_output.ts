// What plays sound: the browser's AudioContext, or something in its place in tests. Times are those of its clock, in seconds.
import type { DecodedSound } from './clip';

export interface LoopPart {
  readonly begin: number;
  readonly end: number;
}

export interface VoiceOptions {
  readonly at: number;
  // Where in the sound it begins, in seconds.
  readonly offset: number;
  readonly speed: number;
  readonly volume: number;
  readonly loop: LoopPart | undefined;
  // It came to its end by itself.
  readonly onend: () => void;
}

export interface Voice {
  setSpeed(speed: number): void;
  setVolume(volume: number): void;
  setLoop(loop: LoopPart | undefined): void;
  // Fades out within a few milliseconds, so that nothing clicks.
  stop(at: number): void;
}

export interface SoundOutput {
  readonly now: number;
  start(sound: DecodedSound, options: VoiceOptions): Voice;
}

// Short enough to be no silence, long enough to be no click.
const fadeSeconds = 0.005;

export class WebAudioOutput implements SoundOutput {
  #context: AudioContext | undefined;

  // Browsers allow a context only after somebody pressed something.
  #running(): AudioContext {
    this.#context ??= new AudioContext();
    if (this.#context.state === 'suspended') void this.#context.resume();
    return this.#context;
  }

  get now(): number {
    return this.#running().currentTime;
  }

  start(sound: DecodedSound, { at, offset, speed, volume, loop, onend }: VoiceOptions): Voice {
    const context = this.#running();
    const source = context.createBufferSource();
    const gain = context.createGain();
    if (sound instanceof AudioBuffer) source.buffer = sound;
    source.playbackRate.value = speed;
    const setLoop = (part: LoopPart | undefined): void => {
      source.loop = part !== undefined;
      source.loopStart = part?.begin ?? 0;
      source.loopEnd = part?.end ?? 0;
    };
    setLoop(loop);
    source.connect(gain).connect(context.destination);
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume, at + fadeSeconds);
    let isStopped = false;
    source.addEventListener('ended', () => {
      gain.disconnect();
      if (!isStopped) onend();
    });
    source.start(at, offset);
    return {
      setSpeed: (next) => (source.playbackRate.value = next),
      setVolume: (next) => gain.gain.setTargetAtTime(next, context.currentTime, fadeSeconds),
      setLoop,
      stop: (when) => {
        isStopped = true;
        gain.gain.setTargetAtTime(0, when, fadeSeconds / 3);
        source.stop(when + fadeSeconds);
      },
    };
  }

  close(): void {
    void this.#context?.close();
  }
}
