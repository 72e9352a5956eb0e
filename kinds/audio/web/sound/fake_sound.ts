// Sounds for tests, which have no browser to decode any.
import type { DecodedSound } from './clip';
import type { SoundFacts } from './sound_facts';

export function fakeFacts(changes: Partial<SoundFacts> = {}): SoundFacts {
  return {
    format: 'wav',
    encoding: 'pcm',
    rate: 8000,
    channels: 1,
    bits: 16,
    frames: 8000,
    bytes: 16_044,
    label: undefined,
    error: undefined,
    ...changes,
  };
}

export function fakeSound(frames = 8000, rate = 8000, channels = 1): DecodedSound {
  const data = Array.from({ length: channels }, (_, channel) => new Float32Array(frames).fill((channel + 1) / 10));
  return {
    sampleRate: rate,
    length: frames,
    duration: frames / rate,
    numberOfChannels: channels,
    getChannelData: (channel) => data[channel] ?? new Float32Array(),
  };
}
