import { describe, expect, it } from 'vitest';
import { AudioCardState } from './audio_card_state.svelte';
import { CardPlayer, PlaybackDesk } from './sound/card_player.svelte';
import { Clip } from './sound/clip';
import { fakeFacts, fakeSound } from './sound/fake_sound';

const clipOf = (seconds: number): Clip => new Clip(fakeSound(seconds * 8000), fakeFacts());

function newState(...runs: readonly string[]): AudioCardState {
  const voice = {
    setSpeed: () => undefined,
    setVolume: () => undefined,
    setLoop: () => undefined,
    stop: () => undefined,
  };
  const state = new AudioCardState(new CardPlayer(new PlaybackDesk({ now: 0, start: () => voice })));
  state.setRuns(runs);
  return state;
}

describe('AudioCardState', () => {
  it('hears the first run, whichever clip comes first, and another when it goes', () => {
    const state = newState('a', 'b');
    state.setClip('b', clipOf(3));
    expect(state.player.heardId).toBe('b');
    state.setClip('a', clipOf(1));
    expect(state.player.heardId).toBe('a');
    expect(state.seconds).toBe(3);
    state.setClip('a', undefined);
    expect(state.player.heardId).toBe('b');
    state.setClip('b', undefined);
    expect(state.player.heardId).toBeUndefined();
    expect(state.seconds).toBe(0);
  });

  it('stays with what was chosen, and with what plays', () => {
    const chosen = newState('a', 'b');
    chosen.setClip('b', clipOf(1));
    chosen.hear('b');
    chosen.setClip('a', clipOf(1));
    expect(chosen.player.heardId).toBe('b');
    const playing = newState('a', 'b');
    playing.setClip('b', clipOf(1));
    playing.player.play();
    playing.setClip('a', clipOf(1));
    expect(playing.player.heardId).toBe('b');
  });

  it('goes through the runs that have a clip, around the ends', () => {
    const state = newState('a', 'b', 'c');
    state.setClip('a', clipOf(1));
    state.setClip('c', clipOf(1));
    state.hearNext(1);
    expect(state.player.heardId).toBe('c');
    state.hearNext(1);
    expect(state.player.heardId).toBe('a');
    state.hearNext(-1);
    expect(state.player.heardId).toBe('c');
  });

  it('shows a part until it is all', () => {
    const state = newState('a');
    state.setClip('a', clipOf(4));
    state.zoom(0.5, 0);
    expect(state.view).toEqual({ begin: 0, end: 2 });
    expect(state.isZoomed).toBe(true);
    state.pan(0.5);
    expect(state.view).toEqual({ begin: 1, end: 3 });
    state.zoom(4, 0.5);
    expect(state.isZoomed).toBe(false);
    expect(state.view).toEqual({ begin: 0, end: 4 });
  });

  it('keeps the part inside when a shorter clip comes', () => {
    const state = newState('a');
    state.setClip('a', clipOf(4));
    state.zoom(0.25, 1);
    expect(state.view).toEqual({ begin: 3, end: 4 });
    state.setClip('a', clipOf(2));
    expect(state.view).toEqual({ begin: 1, end: 2 });
  });
});
