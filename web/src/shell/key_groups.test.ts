import { expect, it } from 'vitest';
import { Commands } from '$kind/commands.svelte';
import { keyGroups } from './key_groups';

it('lists the keys that work, by group', () => {
  const commands = new Commands();
  const run = (): void => undefined;
  commands.add([
    { id: 'palette', title: 'Palette', group: 'Page', keys: ['Ctrl+k', '/'], run },
    { id: 'issues', title: 'Issues', group: 'Page', run },
  ]);
  commands.add([{ id: 'filter', title: 'Filter', group: 'Scalars', keys: ['/'], run }]);
  const shown = keyGroups(commands).map(
    (group) =>
      `${group.title}: ${group.commands.map(({ command, keys }) => `${command.id} ${keys.join(' ')}`).join(', ')}`,
  );
  expect(shown).toEqual(['Page: palette Ctrl+k', 'Scalars: filter /']);
});
