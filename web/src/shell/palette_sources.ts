// What the palette finds in the frame itself: actions, kinds, runs. Tags and the like come from kinds.
import type { Translate } from '$base/language.svelte';
import type { PaletteSource } from '$kind/palette_source';
import type { dialogMessages } from './dialog_messages';
import { listSource } from './palette_search';
import type { ShellState } from './shell_state.svelte';

export function paletteSources(
  shell: ShellState,
  t: Translate<typeof dialogMessages>,
  keysText: (key: string) => string,
): readonly PaletteSource[] {
  const { commands, runs } = shell.app;
  const actions = listSource(
    'actions',
    t('groupActions'),
    // Opening what is open already is no action.
    commands.all.filter((command) => command.id !== 'shell.palette'),
    (command) => `${command.title} ${command.group}`,
    (command) => {
      const [key] = (command.keys ?? []).filter((one) => commands.forKey(one) === command);
      const detail = key === undefined ? undefined : keysText(key);
      return { id: command.id, title: command.title, detail, run: () => command.run() };
    },
  );
  const kinds = listSource(
    'kinds',
    t('groupKinds'),
    shell.shownKinds,
    (kind) => `${kind.title.join(' ')} ${kind.id}`,
    (kind) => ({ id: kind.id, title: shell.titleOf(kind), run: () => shell.openKind(kind) }),
  );
  const runList = listSource(
    'runs',
    t('groupRuns'),
    runs.all,
    (run) => `${run.name} ${runs.label(run)}`,
    (run) => ({
      id: run.id,
      title: runs.label(run),
      color: runs.color(run.id),
      run: () => runs.solo([run.id]),
      other: { title: t('runToggle'), run: () => runs.toggle(run.id) },
    }),
  );
  return [actions, kinds, runList, ...commands.sources];
}
