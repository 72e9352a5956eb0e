// What can be done with a run or a folder beyond switching it, and the menus that offer it.
import type { Run } from '$api/core';
import type { RunNote } from '$api/profile';
import { copyText } from '$base/copy_text';
import type { Translate } from '$base/language.svelte';
import type { App } from '$kind/app';
import { shortId } from '$kind/run_selection';
import { baselineParam, colorByParam } from '$kind/runs_params';
import type { MenuItem } from '$widgets/menu';
import { columnCell, columnFileTitle } from './column_text';
import { csvText } from './run_csv';
import type { ListRow } from './run_rows';
import type { RunsList } from './runs_list.svelte';
import type { runsMessages } from './runs_messages';

// What opens beside or over the list.
export type RunPanel =
  | { readonly kind: 'note'; readonly run: Run; readonly begins: 'name' | 'note' }
  | { readonly kind: 'color'; readonly run: Run }
  | { readonly kind: 'colors' | 'columns'; readonly anchor: HTMLElement };

export class RunActions {
  #panel: RunPanel | undefined = $state.raw(undefined);
  #hasToldNotKept = false;

  constructor(
    private readonly app: App,
    private readonly list: RunsList,
    private readonly t: Translate<typeof runsMessages>,
  ) {}

  get panel(): RunPanel | undefined {
    return this.#panel;
  }

  open(panel: RunPanel): void {
    this.#panel = panel;
  }

  closePanel(): void {
    this.#panel = undefined;
  }

  async setNotes(runs: readonly Run[], change: RunNote): Promise<void> {
    const { profile, notices } = this.app;
    await profile.setNotes(
      runs.map((run) => run.name),
      change,
    );
    const { isWritable, problem } = profile.data;
    if (isWritable || this.#hasToldNotKept) return;
    this.#hasToldNotKept = true;
    notices.show(problem === undefined ? this.t('keptInMemory') : this.t('notKept', { problem }));
  }

  async copy(text: string, said: string): Promise<void> {
    const isDone = await copyText(text);
    this.app.notices.show(isDone ? said : this.t('notCopied'), isDone ? 'info' : 'problem');
  }

  // The runs that the list shows, as it shows them.
  async copyCsv(): Promise<void> {
    const { runs, profile } = this.app;
    const { columns } = runs.table;
    const readers = columns.map((column) => ({ column, read: runs.table.reader(column) }));
    const rows = runs.sorted.map((run) => {
      const note = profile.note(run.name);
      const values = readers.map(({ column, read }) => columnCell(run, column, read(run)));
      return [run.name, note.name, runs.isOn(run.id), ...values, (note.tags ?? []).join(' '), note.note];
    });
    const heading = ['run', 'name', 'selected', ...columns.map(columnFileTitle), 'tags', 'note'];
    await this.copy(csvText([heading, ...rows]), this.t('copiedRows', { n: rows.length }));
  }

  menuOf(row: ListRow): readonly MenuItem[] {
    return row.kind === 'run' ? this.#runMenu(row.run, row) : row.kind === 'folder' ? this.#folderMenu(row) : [];
  }

  #runMenu(run: Run, row: ListRow): readonly MenuItem[] {
    const { t, app, list } = this;
    const note = app.profile.note(run.name);
    const isBaseline = app.view.get(baselineParam) === shortId(run.id);
    const folder = run.name.slice(0, run.name.lastIndexOf('/') + 1);
    const isGrouped = app.view.get(colorByParam) !== '' && app.runs.grouping(run) !== undefined;
    const act = (change: RunNote) => (): void => void this.setNotes([run], change);
    return [
      { kind: 'action', title: t('solo'), icon: 'solo', keys: 'Enter', run: () => list.solo(row) },
      ...(folder === '' ? [] : [this.#soloItem(t('selectFolder'), (other) => other.name.startsWith(folder))]),
      ...(isGrouped
        ? [this.#soloItem(t('selectGroup'), (other) => app.runs.grouping(other) === app.runs.grouping(run))]
        : []),
      {
        kind: 'action',
        title: t(isBaseline ? 'clearBaseline' : 'setBaseline'),
        icon: 'fit',
        run: () => app.view.set(baselineParam, isBaseline ? '' : shortId(run.id), { isStep: true }),
      },
      { kind: 'line' },
      note.pinned === true
        ? { kind: 'action', title: t('unpin'), icon: 'unpin', run: act({ pinned: undefined }) }
        : { kind: 'action', title: t('pin'), icon: 'pin', run: act({ pinned: true }) },
      note.hidden === true
        ? { kind: 'action', title: t('unhide'), icon: 'eye', run: act({ hidden: undefined }) }
        : { kind: 'action', title: t('hide'), icon: 'eyeOff', run: act({ hidden: true }) },
      { kind: 'line' },
      {
        kind: 'action',
        title: t('rename'),
        icon: 'edit',
        keys: 'F2',
        run: () => this.open({ kind: 'note', run, begins: 'name' }),
      },
      {
        kind: 'action',
        title: t('noteAndTags'),
        icon: 'note',
        run: () => this.open({ kind: 'note', run, begins: 'note' }),
      },
      { kind: 'action', title: t('color'), icon: 'palette', run: () => this.open({ kind: 'color', run }) },
      { kind: 'action', title: t('copyName'), icon: 'copy', run: () => void this.copy(run.name, t('copied')) },
    ];
  }

  #soloItem(title: string, isWanted: (run: Run) => boolean): MenuItem {
    const { runs } = this.app;
    const solo = (): void => runs.solo(runs.listed.filter(isWanted).map((run) => run.id));
    return { kind: 'action', title, icon: 'tree', run: solo };
  }

  #folderMenu(row: ListRow): readonly MenuItem[] {
    const { t, list } = this;
    const runs = list.runsOf(row);
    const act = (change: RunNote) => (): void => void this.setNotes(runs, change);
    return [
      { kind: 'action', title: t('soloFolder'), icon: 'solo', keys: 'Enter', run: () => list.solo(row) },
      { kind: 'line' },
      { kind: 'action', title: t('hideFolder'), icon: 'eyeOff', run: act({ hidden: true }) },
      { kind: 'line' },
      { kind: 'action', title: t('openFolders'), icon: 'down', run: () => list.setAllOpen(true) },
      { kind: 'action', title: t('closeFolders'), icon: 'forward', run: () => list.setAllOpen(false) },
    ];
  }
}
