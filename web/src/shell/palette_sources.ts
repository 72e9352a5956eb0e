// What the palette finds in the frame itself: actions, kinds, runs. Tags and the like come from kinds.
import type { Run } from '$api/core';
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
  const { commands, runs, profile, notices } = shell.app;
  // Whoever asks for a run wants to see it: what the list is narrowed by makes way. False: it was not in the list.
  const list = (run: Run): boolean => {
    if (runs.listed.includes(run)) return true;
    runs.listEverything();
    if (profile.note(run.name).hidden === true) {
      // Everybody sees what is hidden, so that is not changed without a question.
      const action = { title: t('runUnhide'), run: () => void profile.setNotes([run.name], { hidden: undefined }) };
      notices.show(t('runIsHidden', { name: runs.label(run) }), 'problem', action);
    }
    return false;
  };
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
      detail: profile.note(run.name).hidden === true ? t('runHidden') : undefined,
      run: () => (list(run), runs.solo([run.id])),
      other: { title: t('runToggle'), run: () => (list(run) ? runs.toggle(run.id) : runs.setOn([run.id], true)) },
    }),
  );
  return [actions, kinds, runList, ...commands.sources];
}
