import { expect, it } from 'vitest';
import { Commands, keyName } from './commands.svelte';

const key = (name: string, modifiers: Partial<KeyboardEvent> = {}): KeyboardEvent => ({
  ...({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false } as KeyboardEvent),
  key: name,
  ...modifiers,
});

it.each([
  [key('k', { ctrlKey: true }), 'Ctrl+k'],
  [key('k', { metaKey: true }), 'Ctrl+k'],
  [key('?', { shiftKey: true }), '?'],
  [key('ArrowDown', { shiftKey: true }), 'Shift+ArrowDown'],
  [key('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft'],
])('names keys %#', (event, name) => expect(keyName(event)).toBe(name));

it('finds the newest command for a key, and forgets those taken away', () => {
  const commands = new Commands();
  const one = { id: 'one', title: '1', group: 'g', keys: ['x'], run: () => undefined };
  const two = { ...one, id: 'two' };
  commands.add([one]);
  const remove = commands.add([two]);
  expect(commands.forKey('x')?.id).toBe('two');
  remove();
  expect(commands.forKey('x')?.id).toBe('one');
  expect(commands.forKey('y')).toBeUndefined();
});
