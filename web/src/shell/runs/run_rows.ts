// The rows of the list of runs, as plain data: what is pinned first, then the runs flat or in folders, then what was hidden.
import type { Run } from '$api/core';

export interface RunRow {
  readonly kind: 'run';
  readonly run: Run;
  // What of its name the row shows, if the user gave it no other.
  readonly label: string;
  readonly depth: number;
  readonly place: 'pinned' | 'listed' | 'hidden';
}

export interface FolderRow {
  readonly kind: 'folder';
  // With a slash at the end, so that no run is called like it.
  readonly path: string;
  readonly label: string;
  readonly depth: number;
  readonly isOpen: boolean;
  // Its runs, also those of folders in it: RunRows.ordered from `begin` to before `end`.
  readonly begin: number;
  readonly end: number;
}

// Shows or puts away the hidden runs.
export interface HiddenRow {
  readonly kind: 'hidden';
  readonly count: number;
  readonly isOpen: boolean;
}

export type ListRow = RunRow | FolderRow | HiddenRow;

export interface RunRows {
  readonly rows: readonly ListRow[];
  // The listed runs that are not pinned, as the rows have them, also those in closed folders.
  readonly ordered: readonly Run[];
}

export interface RowsInput {
  // Listed runs in the order of the list.
  readonly runs: readonly Run[];
  readonly hidden: readonly Run[];
  readonly isHiddenOpen: boolean;
  readonly isTree: boolean;
  readonly commonFolder: string;
  isPinned(run: Run): boolean;
  isOpen(path: string): boolean;
}

export function makeRows(input: RowsInput): RunRows {
  const { commonFolder } = input;
  const rows: ListRow[] = [];
  const others: Run[] = [];
  const flat = (run: Run, place: RunRow['place']): RunRow => ({
    kind: 'run',
    run,
    label: run.name.slice(commonFolder.length),
    depth: 0,
    place,
  });
  for (const run of input.runs) {
    if (input.isPinned(run)) rows.push(flat(run, 'pinned'));
    else others.push(run);
  }
  let ordered: readonly Run[] = others;
  if (input.isTree) ordered = addTree(others, input, rows);
  else for (const run of others) rows.push(flat(run, 'listed'));
  if (input.hidden.length > 0) {
    rows.push({ kind: 'hidden', count: input.hidden.length, isOpen: input.isHiddenOpen });
    if (input.isHiddenOpen) for (const run of input.hidden) rows.push(flat(run, 'hidden'));
  }
  return { rows, ordered };
}

interface Folder {
  readonly path: string;
  readonly label: string;
  readonly folders: Map<string, Folder>;
  // Runs and folders as they first appear, so that the order of the list holds inside of folders.
  readonly items: (Folder | { readonly run: Run; readonly label: string })[];
}

function newFolder(path: string, label: string): Folder {
  return { path, label, folders: new Map(), items: [] };
}

function addTree(runs: readonly Run[], input: RowsInput, rows: ListRow[]): readonly Run[] {
  const root = newFolder('', '');
  for (const run of runs) {
    const parts = pathParts(run.name.slice(input.commonFolder.length));
    let folder = root;
    for (let i = 0; i + 1 < parts.length; i += 1) folder = folderIn(folder, parts[i] ?? '');
    folder.items.push({ run, label: parts.at(-1) ?? run.name });
  }
  const ordered: Run[] = [];
  addItems(root, 0, true, input, ordered, rows);
  return ordered;
}

function folderIn(parent: Folder, label: string): Folder {
  const known = parent.folders.get(label);
  if (known !== undefined) return known;
  const made = newFolder(`${parent.path}${label}/`, label);
  parent.folders.set(label, made);
  parent.items.push(made);
  return made;
}

function addItems(
  folder: Folder,
  depth: number,
  isShown: boolean,
  input: RowsInput,
  ordered: Run[],
  rows: ListRow[],
): void {
  for (const item of folder.items) {
    if ('run' in item) {
      ordered.push(item.run);
      if (isShown) rows.push({ kind: 'run', run: item.run, label: item.label, depth, place: 'listed' });
      continue;
    }
    const [inner, label] = alone(item);
    const { path } = inner;
    const isOpen = input.isOpen(path);
    const begin = ordered.length;
    const at = rows.length;
    const row: FolderRow = { kind: 'folder', path, label, depth, isOpen, begin, end: begin };
    if (isShown) rows.push(row);
    addItems(inner, depth + 1, isShown && isOpen, input, ordered, rows);
    // Where it ends is known only now.
    if (isShown) rows[at] = { ...row, end: ordered.length };
  }
}

// A folder with nothing but one folder in it is shown as one: "a/b".
function alone(folder: Folder): [Folder, string] {
  let [inner, label] = [folder, folder.label];
  for (;;) {
    const [only] = inner.items;
    if (inner.items.length !== 1 || only === undefined || 'run' in only) return [inner, label];
    inner = only;
    label = `${label}/${only.label}`;
  }
}

// At slashes between two other signs: names may begin or end with one, or have several in a row.
export function pathParts(name: string): readonly string[] {
  return name.split(/(?<=[^/])\/(?=[^/])/u);
}

// Of a row, the runs that a click on it means.
export function runsOfRow(row: ListRow, ordered: readonly Run[]): readonly Run[] {
  if (row.kind === 'run') return [row.run];
  return row.kind === 'folder' ? ordered.slice(row.begin, row.end) : [];
}

// All runs from one row to another, whichever comes first. An open folder's runs have rows of their own.
export function runsBetween({ rows, ordered }: RunRows, from: number, to: number): readonly Run[] {
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return between.flatMap((row) => (row.kind === 'folder' && row.isOpen ? [] : runsOfRow(row, ordered)));
}

// How many of the first n runs are on, for every n: the state of any folder is a difference of two.
export function countOn(ordered: readonly Run[], isOn: (id: string) => boolean): Uint32Array {
  const counts = new Uint32Array(ordered.length + 1);
  let count = 0;
  ordered.forEach((run, i) => {
    if (isOn(run.id)) count += 1;
    counts[i + 1] = count;
  });
  return counts;
}

// The row that typed letters go to: the next that begins so, from the one behind `from` on, then from the top.
export function findTyped(labels: readonly string[], typed: string, from: number): number | undefined {
  const wanted = typed.toLowerCase();
  const begins = (label: string | undefined): boolean => label?.slice(0, wanted.length).toLowerCase() === wanted;
  // A second letter may still mean the row that the first one found.
  const first = typed.length > 1 ? from : from + 1;
  for (let i = 0; i < labels.length; i += 1) {
    const at = (first + i) % labels.length;
    if (begins(labels[at])) return at;
  }
  return undefined;
}
