import { expect, it } from 'vitest';
import { keyText } from './key_text';

it.each([
  ['Ctrl+k', false, 'Ctrl K'],
  ['Ctrl+k', true, '⌘ K'],
  ['?', false, '?'],
  ['P', false, 'Shift P'],
  ['Shift+ArrowDown', false, 'Shift ↓'],
  ['Ctrl++', false, 'Ctrl +'],
  ['+', false, '+'],
  [' ', false, 'Space'],
  ['Alt+ArrowLeft', true, '⌥ ←'],
])('%s (Mac: %s) reads %s', (key, isMac, text) => expect(keyText(key, isMac)).toBe(text));
