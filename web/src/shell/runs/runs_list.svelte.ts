// What the list of runs shows and which row is active: rows derived from the model of the runs, and the keys and clicks that act on them.
import type { Run } from '$api/core';
import type { App } from '$kind/app';
import { runFilterParam } from '$kind/runs_params';
import {
  countOn,
  findTyped,
  makeRows,
  runsBetween,
  runsOfRow,
  type FolderRow,
  type ListRow,
  type RunRows,
} from './run_rows';

// With more runs folders begin closed: the list then shows what there is at a glance.
const openFoldersUpTo = 500;
const typingMilliseconds = 800;

export type Checked = 'all' | 'some' | 'none';

export class RunsList {
  // Folders that are not as they would be by themselves.
  #turned: ReadonlySet<string> = $state.raw(new Set());
  #isOpenByDefault: boolean | undefined = $state(undefined);
  #isHiddenOpen = $state(false);
  #activeKey: string | undefined = $state(undefined);
  // Where a range begins: the row that was switched last.
  #anchorKey: string | undefined;
  #typed = '';
  #typedAt = 0;

  readonly #isFiltered = $derived.by(() => this.app.view.get(runFilterParam) !== '');
  readonly #areOpen = $derived.by(
    () => this.#isOpenByDefault ?? (this.#isFiltered || this.app.runs.listed.length <= openFoldersUpTo),
  );
  readonly #isTree = $derived.by(() => this.app.settings.values.isRunsTree);
  readonly #rows: RunRows = $derived.by(() => {
    const { runs, profile } = this.app;
    const notes = profile.data.runs;
    return makeRows({
      runs: runs.sorted,
      hidden: runs.hidden,
      isHiddenOpen: this.#isHiddenOpen,
      isTree: this.#isTree,
      commonFolder: runs.commonFolder,
      isPinned: (run) => notes.get(run.name)?.pinned === true,
      isOpen: (path) => this.#turned.has(path) !== this.#areOpen,
    });
  });
  readonly #onCounts = $derived.by(() => countOn(this.#rows.ordered, (id) => this.app.runs.selectedIds.has(id)));
  // The first row until another was chosen, so that the focus is seen as soon as it comes.
  readonly #activeIndex = $derived.by(() => {
    const { rows } = this.#rows;
    const found = rows.findIndex((row) => rowKey(row) === this.#activeKey);
    return found < 0 && rows.length > 0 ? 0 : found;
  });

  constructor(readonly app: App) {}

  get rows(): readonly ListRow[] {
    return this.#rows.rows;
  }
  get isTree(): boolean {
    return this.#isTree;
  }
  // -1: there are no rows.
  get activeIndex(): number {
    return this.#activeIndex;
  }
  get activeRow(): ListRow | undefined {
    return this.rows[this.#activeIndex];
  }
  // Of the runs that the list shows.
  get checked(): Checked {
    const { listed, selected } = this.app.runs;
    return checkedOf(selected.length, listed.length);
  }

  activate(row: ListRow): void {
    this.#activeKey = rowKey(row);
  }

  onCount(row: FolderRow): number {
    return (this.#onCounts[row.end] ?? 0) - (this.#onCounts[row.begin] ?? 0);
  }

  checkedOf(row: FolderRow): Checked {
    return checkedOf(this.onCount(row), row.end - row.begin);
  }

  runsOf(row: ListRow): readonly Run[] {
    return runsOfRow(row, this.#rows.ordered);
  }

  label(row: ListRow): string {
    if (row.kind === 'hidden') return '';
    return row.kind === 'folder' ? row.label : (this.app.profile.note(row.run.name).name ?? row.label);
  }

  // A folder that is not wholly on is switched on.
  toggle(row: ListRow): void {
    this.activate(row);
    this.#anchorKey = rowKey(row);
    if (row.kind === 'hidden') this.#isHiddenOpen = !this.#isHiddenOpen;
    else if (row.kind === 'folder') this.app.runs.setOn(idsOf(this.runsOf(row)), this.checkedOf(row) !== 'all');
    else this.app.runs.toggle(row.run.id);
  }

  // Everything from the row that was switched last to this one becomes as that one is.
  extendTo(row: ListRow): void {
    const { rows } = this.#rows;
    const anchor = rows.findIndex((one) => rowKey(one) === (this.#anchorKey ?? this.#activeKey));
    const target = rows.findIndex((one) => rowKey(one) === rowKey(row));
    this.activate(row);
    const first = rows[anchor];
    if (first === undefined) {
      this.toggle(row);
      return;
    }
    this.#anchorKey = rowKey(first);
    const isOn =
      first.kind === 'folder'
        ? this.checkedOf(first) === 'all'
        : first.kind === 'run' && this.app.runs.isOn(first.run.id);
    this.app.runs.setOn(idsOf(runsBetween(this.#rows, anchor, target)), isOn);
  }

  solo(row: ListRow): void {
    this.activate(row);
    if (row.kind === 'hidden') this.#isHiddenOpen = !this.#isHiddenOpen;
    else this.app.runs.solo(idsOf(this.runsOf(row)));
  }

  toggleShown(): void {
    const { runs } = this.app;
    runs.setOn(idsOf(runs.listed), this.checked !== 'all');
  }

  toggleOpen(row: FolderRow): void {
    const turned = new Set(this.#turned);
    if (!turned.delete(row.path)) turned.add(row.path);
    this.#turned = turned;
  }

  setAllOpen(areOpen: boolean): void {
    this.#turned = new Set();
    this.#isOpenByDefault = areOpen;
  }

  // Into and out of folders, as trees do it. True: the key meant something here.
  moveInTree(key: string): boolean {
    const row = this.activeRow;
    if (row === undefined || row.kind === 'hidden') return false;
    if (row.kind === 'folder' && row.isOpen === (key === 'ArrowLeft')) {
      this.toggleOpen(row);
      return true;
    }
    if (key !== 'ArrowLeft' || row.depth === 0) return false;
    const parent = this.rows
      .slice(0, this.#activeIndex)
      .filter((one) => one.kind === 'folder' && one.depth < row.depth)
      .at(-1);
    if (parent !== undefined) this.activate(parent);
    return parent !== undefined;
  }

  isTyping(now: number): boolean {
    return this.#typed !== '' && now - this.#typedAt < typingMilliseconds;
  }

  // Letters typed one after the other lead to the row that begins with them.
  typeAhead(letter: string, now: number): void {
    this.#typed = this.isTyping(now) ? this.#typed + letter : letter;
    this.#typedAt = now;
    const labels = this.rows.map((row) => this.label(row));
    const found = this.rows[findTyped(labels, this.#typed, this.#activeIndex) ?? -1];
    if (found !== undefined) this.activate(found);
  }
}

export function rowKey(row: ListRow): string {
  // A run's id has no slash, a folder's path ends with one.
  return row.kind === 'run' ? row.run.id : row.kind === 'folder' ? row.path : '';
}

function checkedOf(on: number, all: number): Checked {
  return on === 0 ? 'none' : on === all ? 'all' : 'some';
}

function idsOf(runs: readonly Run[]): readonly string[] {
  return runs.map((run) => run.id);
}
