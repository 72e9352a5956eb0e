// What the keys do while a chart has the focus.
import type { AxisName } from './chart_zoom';

export type KeyAction =
  | { readonly kind: 'along'; readonly by: number } // points of the current curve
  | { readonly kind: 'end'; readonly to: 'first' | 'last' }
  | { readonly kind: 'curve'; readonly by: 1 | -1 } // 1 is the curve below
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number } // parts of the plot
  | { readonly kind: 'limits'; readonly axis: AxisName }
  | { readonly kind: 'fit' | 'back' | 'clear' | 'pin' | 'freeze' | 'pick' };

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const panStep = 0.15;
const zoomStep = 0.8;
const longStep = 10;

// undefined: not a key of the chart, so it belongs to the page and the browser.
export function keyAction(press: KeyPress): KeyAction | undefined {
  if (press.ctrlKey || press.metaKey) return undefined;
  if (press.altKey) return panKey(press.key);
  const by = press.shiftKey ? longStep : 1;
  switch (press.key) {
    case 'ArrowLeft':
      return { kind: 'along', by: -by };
    case 'ArrowRight':
      return { kind: 'along', by };
    case 'ArrowUp':
      return { kind: 'curve', by: -1 };
    case 'ArrowDown':
      return { kind: 'curve', by: 1 };
    case 'Home':
      return { kind: 'end', to: 'first' };
    case 'End':
      return { kind: 'end', to: 'last' };
    case '+':
    case '=':
      return { kind: 'zoom', factor: zoomStep };
    case '-':
    case '_':
      return { kind: 'zoom', factor: 1 / zoomStep };
    case '0':
      return { kind: 'fit' };
    case 'Backspace':
      return { kind: 'back' };
    case 'Escape':
      return { kind: 'clear' };
    case 'p':
    case 'P':
      return { kind: 'pin' };
    case ' ':
      return { kind: 'freeze' };
    case 'Enter':
      return { kind: 'pick' };
    case 'x':
      return { kind: 'limits', axis: 'x' };
    case 'y':
      return { kind: 'limits', axis: 'left' };
    case 'Y':
      return { kind: 'limits', axis: 'right' };
    default:
      return undefined;
  }
}

function panKey(key: string): KeyAction | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'pan', x: -panStep, y: 0 };
    case 'ArrowRight':
      return { kind: 'pan', x: panStep, y: 0 };
    case 'ArrowUp':
      return { kind: 'pan', x: 0, y: -panStep };
    case 'ArrowDown':
      return { kind: 'pan', x: 0, y: panStep };
    default:
      return undefined;
  }
}
