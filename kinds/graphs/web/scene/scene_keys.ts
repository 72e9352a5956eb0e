// What keys do in the drawing.
import type { WalkKey } from './scene_walk';

export type KeyAction =
  | { readonly kind: 'walk'; readonly way: WalkKey }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'fit' | 'toggle' | 'clear' | 'menu' };

const zoomStep = 1.25;
const panStep = 60;

const walks: ReadonlyMap<string, WalkKey> = new Map([
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['PageDown', 'inwards'],
  ['PageUp', 'outwards'],
]);

const pans: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowUp', [0, panStep]],
  ['ArrowDown', [0, -panStep]],
  ['ArrowLeft', [panStep, 0]],
  ['ArrowRight', [-panStep, 0]],
]);

export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

// undefined: the key is for somebody else.
export function actionOf(event: PressedKey): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { key } = event;
  if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) return { kind: 'menu' };
  const pan = event.shiftKey ? pans.get(key) : undefined;
  if (pan !== undefined) return { kind: 'pan', dx: pan[0], dy: pan[1] };
  const way = walks.get(key);
  if (way !== undefined) return { kind: 'walk', way };
  switch (key) {
    case '+':
    case '=':
      return { kind: 'zoom', factor: zoomStep };
    case '-':
    case '_':
      return { kind: 'zoom', factor: 1 / zoomStep };
    case '0':
      return { kind: 'fit' };
    case 'Enter':
    case ' ':
      return { kind: 'toggle' };
    case 'Escape':
      return { kind: 'clear' };
    default:
      return undefined;
  }
}
