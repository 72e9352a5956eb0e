import { expect, it } from 'vitest';
import { nameRoom, rowText, textDirection } from './row_text';

it('leaves short names alone, whatever they are', () => {
  expect(rowText('<b>x</b>', 200)).toBe('<b>x</b>');
  expect(rowText('.', 0)).toBe('.');
  expect(rowText('bytes\\xFF', 100)).toBe('bytes\\xFF');
});

it('keeps both ends of a long name', () => {
  const text = rowText(`experiments/${'x'.repeat(10_000)}/final`, 140);
  expect(text.length).toBeLessThan(25);
  expect(text).toMatch(/^exp.*…x*\/final$/);
});

it('never cuts a letter in two', () => {
  const text = rowText('🚀'.repeat(10_000), 100);
  expect(text).not.toMatch(/\p{Cs}/u);
});

it('shows line ends without making lines', () => expect(rowText('a\nb\u007f', 100)).toBe('a␊b␡'));

it('lets no name turn around what it shows', () => expect(rowText('a\u202eevil', 100)).toBe('a\\u202eevil'));

it.each([
  ['run 1', 'ltr'],
  ['12/שלום x', 'rtl'],
  ['مرحبا', 'rtl'],
  ['x مرحبا', 'ltr'],
  ['训练', 'ltr'],
  ['...', 'ltr'],
])('%s is %s', (name, direction) => expect(textDirection(name)).toBe(direction));

it('gives a name its room before tags have theirs', () => {
  expect(nameRoom(100, [], 2)).toEqual({ shownTags: 0, room: 100 });
  expect(nameRoom(300, ['keep', 'x', 'y'], 2)).toMatchObject({ shownTags: 2 });
  expect(nameRoom(160, ['keep', 'x', 'y'], 1)).toEqual({ shownTags: 0, room: 124 });
  expect(nameRoom(200, ['keep'], 1)).toEqual({ shownTags: 1, room: 160 });
});
