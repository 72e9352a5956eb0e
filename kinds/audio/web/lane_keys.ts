// What keys do in the picture of a clip.
import type { AudioCardState } from './audio_card_state.svelte';

// A tenth of what is shown with Shift, a hundredth without.
const smallStep = 0.01;
const largeStep = 0.1;

// False: the key is none of these.
export function laneKey(key: string, isShifted: boolean, card: AudioCardState): boolean {
  const { player, view } = card;
  const move = (isShifted ? largeStep : smallStep) * (view.end - view.begin);
  const place = view.end > view.begin ? (player.position - view.begin) / (view.end - view.begin) : 0.5;
  const middle = place >= 0 && place <= 1 ? place : 0.5;
  switch (key) {
    case ' ':
      player.toggle();
      return true;
    case 'ArrowLeft':
      player.seek(player.position - move);
      return true;
    case 'ArrowRight':
      player.seek(player.position + move);
      return true;
    case 'Home':
      player.seek(0);
      return true;
    case 'End':
      player.seek(player.seconds);
      return true;
    case 'ArrowUp':
      card.hearNext(-1);
      return true;
    case 'ArrowDown':
      card.hearNext(1);
      return true;
    case '+':
    case '=':
      card.zoom(0.5, middle);
      return true;
    case '-':
      card.zoom(2, middle);
      return true;
    case '0':
      card.showAll();
      return true;
    case 'l':
      player.isLooping = !player.isLooping;
      return true;
    default:
      return false;
  }
}
