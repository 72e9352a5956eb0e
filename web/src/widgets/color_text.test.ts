import { expect, it } from 'vitest';
import { parseColor } from './color_text';

it.each([
  ['#1A2b3c', '#1a2b3c'],
  [' 1a2b3c ', '#1a2b3c'],
  ['#f0a', '#ff00aa'],
  ['#12345', undefined],
  ['red', undefined],
  ['', undefined],
])('parseColor(%s)', (typed, color) => expect(parseColor(typed)).toBe(color));
