import { describe, expect, it } from 'vitest';
import { translate, type Translate } from '$base/language.svelte';
import { audioMessages } from '../audio_messages';
import { clockText, factsText, rateText } from './facts_text';
import { fakeFacts } from './fake_sound';

const t: Translate<typeof audioMessages> = (key, values) => translate(audioMessages, 'en', key, values);

describe('factsText', () => {
  it('says what is known', () => {
    expect(factsText(fakeFacts(), undefined, t)).toBe('WAV · 8 kHz · 16 bit · mono · 1.000 s');
    expect(factsText(fakeFacts({ encoding: 'float', bits: 32, channels: 2 }), 2.5, t)).toBe(
      'WAV · float · 8 kHz · 32 bit · stereo · 2.500 s',
    );
    expect(factsText(fakeFacts({ format: 'mp3', bits: 0, frames: 0, channels: 6 }), undefined, t)).toBe(
      'MP3 · 8 kHz · 6 channels',
    );
  });
});

describe('rateText and clockText', () => {
  it('are short', () => {
    expect(rateText(44_100)).toBe('44.1 kHz');
    expect(rateText(800)).toBe('800 Hz');
    expect(clockText(0.25)).toBe('0.250 s');
    expect(clockText(12.345)).toBe('12.35 s');
    expect(clockText(75)).toBe('1:15');
    expect(clockText(3605)).toBe('1:00:05');
  });
});
