// A clip that can be seen and heard.
import { Peaks } from './peaks';
import type { SoundFacts } from './sound_facts';

// Of an AudioBuffer what the page needs; tests have no browser.
export interface DecodedSound {
  readonly sampleRate: number;
  readonly length: number;
  readonly duration: number;
  readonly numberOfChannels: number;
  getChannelData(channel: number): Float32Array;
}

export class Clip {
  readonly channels: readonly Float32Array[];
  readonly peaks: readonly Peaks[];
  #mix: Float32Array | undefined;

  constructor(
    readonly sound: DecodedSound,
    readonly facts: SoundFacts,
  ) {
    this.channels = Array.from({ length: sound.numberOfChannels }, (_, i) => sound.getChannelData(i));
    this.peaks = this.channels.map((samples) => new Peaks(samples));
  }

  get rate(): number {
    return this.sound.sampleRate;
  }

  get seconds(): number {
    return this.sound.duration;
  }

  // In memory, decoded.
  get bytes(): number {
    return this.peaks.reduce((sum, peaks) => sum + peaks.bytes + 4 * peaks.length, 0);
  }

  // All channels in one, for what has room for one only.
  get mix(): Float32Array {
    const [first, ...rest] = this.channels;
    if (first === undefined) return new Float32Array();
    if (rest.length === 0) return first;
    this.#mix ??= first.map(
      (sample, i) => rest.reduce((sum, other) => sum + (other[i] ?? 0), sample) / this.channels.length,
    );
    return this.#mix;
  }
}
