import { beforeEach, describe, expect, it } from 'vitest';
import { CardPlayer, PlaybackDesk } from './card_player.svelte';
import { Clip, type DecodedSound } from './clip';
import { fakeFacts, fakeSound } from './fake_sound';
import type { LoopPart, SoundOutput, Voice, VoiceOptions } from './sound_output';

interface FakeVoice extends VoiceOptions {
  readonly sound: DecodedSound;
  stoppedAt: number | undefined;
  volumeNow: number;
  loopNow: LoopPart | undefined;
}

class FakeOutput implements SoundOutput {
  now = 100;
  readonly voices: FakeVoice[] = [];

  start(sound: DecodedSound, options: VoiceOptions): Voice {
    const voice: FakeVoice = {
      ...options,
      sound,
      stoppedAt: undefined,
      volumeNow: options.volume,
      loopNow: options.loop,
    };
    this.voices.push(voice);
    return {
      setSpeed: () => undefined,
      setVolume: (volume) => (voice.volumeNow = volume),
      setLoop: (loop) => (voice.loopNow = loop),
      stop: (at) => (voice.stoppedAt = at),
    };
  }

  get last(): FakeVoice | undefined {
    return this.voices.at(-1);
  }
}

const clipOf = (seconds: number): Clip => new Clip(fakeSound(seconds * 8000), fakeFacts());

describe('CardPlayer', () => {
  let output: FakeOutput;
  let desk: PlaybackDesk;
  let player: CardPlayer;
  beforeEach(() => {
    output = new FakeOutput();
    desk = new PlaybackDesk(output);
    player = new CardPlayer(desk);
    player.hear('a', clipOf(2));
  });

  it('plays from where it stands, and stands where it was paused', () => {
    player.seek(0.5);
    player.play();
    expect(output.last).toMatchObject({ offset: 0.5, at: 100.02 });
    output.now = 101.02;
    player.pause();
    expect(player.isPlaying).toBe(false);
    expect(player.position).toBeCloseTo(1.5);
    expect(output.last?.stoppedAt).toBe(101.02);
  });

  it('does nothing without a clip', () => {
    const silent = new CardPlayer(desk);
    silent.toggle();
    expect(silent.isPlaying).toBe(false);
    expect(output.voices).toHaveLength(0);
  });

  it('stands at the beginning after the end', () => {
    player.play();
    output.now = 103;
    output.last?.onend();
    expect(player.isPlaying).toBe(false);
    expect(player.position).toBe(0);
  });

  it('changes to another run at the same position without a gap', () => {
    player.play();
    output.now = 101.02;
    player.hear('b', clipOf(2));
    const [first, second] = output.voices;
    expect(first?.stoppedAt).toBe(second?.at);
    // At the moment of the change both are at the same place.
    expect(second?.offset).toBeCloseTo((second?.at ?? 0) - (first?.at ?? 0));
    expect(player.heardId).toBe('b');
    expect(player.isPlaying).toBe(true);
  });

  it('begins anew when the other run is shorter than the position', () => {
    player.play();
    output.now = 101.52;
    player.hear('b', clipOf(1));
    expect(output.last?.offset).toBe(0);
  });

  it('counts with the speed', () => {
    player.speed = 2;
    player.play();
    output.now = 100.52;
    player.refresh();
    expect(player.position).toBeCloseTo(1);
    player.speed = 0.5;
    output.now = 101.52;
    player.refresh();
    expect(player.position).toBeCloseTo(1.5);
  });

  it('repeats the whole clip or a part of it', () => {
    player.isLooping = true;
    player.play();
    expect(output.last?.loop).toEqual({ begin: 0, end: 2 });
    output.now = 102.52;
    player.refresh();
    expect(player.position).toBeCloseTo(0.5);
    player.part = { begin: 0.4, end: 1 };
    expect(output.last?.loopNow).toEqual({ begin: 0.4, end: 1 });
    output.now = 103.12;
    player.refresh();
    expect(player.position).toBeCloseTo(0.5);
    player.isLooping = false;
    expect(output.last?.loopNow).toBeUndefined();
  });

  it('is silenced by another player of the page', () => {
    const other = new CardPlayer(desk);
    other.hear('x', clipOf(1));
    player.play();
    other.play();
    expect(player.isPlaying).toBe(false);
    expect(other.isPlaying).toBe(true);
  });

  it('changes its volume while it plays', () => {
    player.play();
    player.volume = 0.25;
    expect(output.last?.volumeNow).toBe(0.25);
  });

  it('stops when its clip is gone', () => {
    player.play();
    player.forget('other');
    expect(player.isPlaying).toBe(true);
    player.forget('a');
    expect(player.isPlaying).toBe(false);
    expect(player.heardId).toBeUndefined();
  });

  it('seeks inside the clip only', () => {
    player.seek(99);
    expect(player.position).toBe(2);
    player.seek(-1);
    expect(player.position).toBe(0);
  });
});
