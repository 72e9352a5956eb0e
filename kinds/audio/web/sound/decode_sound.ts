// Encoded bytes to samples, by the browser.
import type { DecodedSound } from './clip';
import type { SoundFacts } from './sound_facts';

// The browser knows the format not, or the bytes are damaged.
export class UnplayableError extends Error {}

// A clip of this many samples takes 512 MiB.
export const mostSamples = 2 ** 27;

export class TooLongError extends Error {}

export type DecodeSound = (bytes: ArrayBuffer, facts: SoundFacts) => Promise<DecodedSound>;

const usualRate = 48_000;

// A context of the clip's own rate: any other would make the browser compute samples between the logged ones.
function contextOf(rate: number): OfflineAudioContext {
  try {
    return new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate: rate });
  } catch {
    // Browsers take rates from 3 or 8 kHz up to 96 kHz or more.
    return new OfflineAudioContext({ numberOfChannels: 1, length: 1, sampleRate: usualRate });
  }
}

export const decodeSound: DecodeSound = async (bytes, facts) => {
  if (facts.frames * Math.max(1, facts.channels) > mostSamples) throw new TooLongError();
  try {
    return await contextOf(facts.rate === 0 ? usualRate : facts.rate).decodeAudioData(bytes);
  } catch (error) {
    throw new UnplayableError(error instanceof Error ? error.message : String(error));
  }
};
