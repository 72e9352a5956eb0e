// The commands of the frame. Titles are read when they are shown, so they follow the language.
import type { Command } from '$kind/commands.svelte';
import type { ShellState } from './shell_state.svelte';

type Words = Parameters<ShellState['say']>[0];

export function shellCommands(shell: ShellState): readonly Command[] {
  const command = (id: Words, group: Words, keys: readonly string[], run: () => void): Command => ({
    id: `shell.${id}`,
    get title() {
      return shell.say(id);
    },
    get group() {
      return shell.say(group);
    },
    keys,
    run,
  });
  return [
    // '/' is the search of the page; a kind with a filter of its own takes it over.
    command('palette', 'groupPage', ['Ctrl+k', '/'], () => shell.open('palette')),
    command('help', 'groupPage', ['?'], () => shell.open('help')),
    command('reload', 'groupPage', ['r'], () => void shell.reload()),
    command('toggleLive', 'groupPage', ['L'], () => shell.toggleLive()),
    command('toggleRuns', 'groupPage', ['['], () => shell.toggleRuns()),
    command('settingsPane', 'groupPage', [']'], () => shell.toggleSettingsPane()),
    command('toggleTheme', 'groupPage', ['t'], () => shell.toggleTheme()),
    command('copyLink', 'groupPage', ['c'], () => void shell.copyLink()),
    command('views', 'groupPage', ['v'], () => shell.open('views')),
    command('settings', 'groupPage', [','], () => shell.open('settings')),
    command('showIssues', 'groupPage', [], () => shell.open('issues')),
    command('toOtherLanguage', 'groupPage', [], () => shell.toggleLanguage()),
    command('allRuns', 'groupPage', ['a'], () => shell.app.runs.selectEverything()),
  ];
}
