import { expect, it } from 'vitest';
import { visibleText } from './visible_text';

it.each([
  ['plain 中文 🎉 עברית', 'plain 中文 🎉 עברית'],
  ['line\nbreak\ttab', 'line␊break␉tab'],
  ['\u202elive', '\\u202elive'],
  ['a\u007fb\u0085c', 'a␡b␡c'],
])('%j is shown as %s', (text, shown) => expect(visibleText(text)).toBe(shown));
