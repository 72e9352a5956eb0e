// Facts of a clip in a few words: "16 kHz · 16 bit · stereo · 1.25 s".
import type { Translate } from '$base/language.svelte';
import type { audioMessages } from '../audio_messages';
import type { SoundFacts } from './sound_facts';

export function rateText(hertz: number): string {
  return hertz >= 1000 ? `${Number((hertz / 1000).toFixed(3))} kHz` : `${hertz} Hz`;
}

// Milliseconds matter in short clips, minutes in long ones.
export function clockText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 3 : 2)} s`;
  const whole = Math.floor(seconds);
  const rest = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

export function channelsText(channels: number, t: Translate<typeof audioMessages>): string {
  if (channels === 1) return t('mono');
  return channels === 2 ? t('stereo') : t('channels', { n: channels });
}

// `seconds` of the decoded clip, where headers do not tell.
export function factsText(facts: SoundFacts, seconds: number | undefined, t: Translate<typeof audioMessages>): string {
  const length = seconds ?? (facts.rate > 0 && facts.frames > 0 ? facts.frames / facts.rate : undefined);
  return [
    facts.format === 'unknown' ? t('unknownFormat') : facts.format.toUpperCase(),
    facts.encoding === 'float' ? t('float') : '',
    facts.rate > 0 ? rateText(facts.rate) : '',
    facts.bits > 0 ? t('bits', { n: facts.bits }) : '',
    facts.channels > 0 ? channelsText(facts.channels, t) : '',
    length === undefined ? '' : clockText(length),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}
