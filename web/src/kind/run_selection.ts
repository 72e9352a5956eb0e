// Which runs are on. Kept as the shorter of two lists, so that a link stays short and runs that appear later are on unless the user chose
// "only these".
import type { ViewParam } from './view_state.svelte';

export interface RunSelectionState {
  // 'except': all but `ids`; 'only': just `ids`.
  readonly mode: 'except' | 'only';
  // Ids, or beginnings of ids as a link has them.
  readonly ids: ReadonlySet<string>;
}

export const everything: RunSelectionState = { mode: 'except', ids: new Set() };

// Eight hexadecimal digits: among ten thousand runs two share them once in a hundred log directories.
const shortLength = 8;

export function shortId(id: string): string {
  return id.slice(0, shortLength);
}

export function isSelected(state: RunSelectionState, id: string): boolean {
  return state.ids.has(shortId(id)) === (state.mode === 'only');
}

export function selectionOf(selected: ReadonlySet<string>, all: readonly string[]): RunSelectionState {
  const on = all.filter((id) => selected.has(id));
  if (on.length === all.length) return everything;
  // "Only" for small choices: a run that appears later does not join them.
  if (on.length <= all.length / 2) return { mode: 'only', ids: new Set(on.map(shortId)) };
  return { mode: 'except', ids: new Set(all.filter((id) => !selected.has(id)).map(shortId)) };
}

// "a1b2c3d4.b2c3d4e5" only these; "-a1b2c3d4" all but these; "-" is all, which is also the initial value. More than a few are packed: behind
// a "*" every six signs are one id. No sign of it grows when an address is written.
export const selectionParam: ViewParam<RunSelectionState> = {
  key: 'runs',
  initial: everything,
  parse(text) {
    const mode = text.startsWith('-') ? 'except' : 'only';
    const rest = mode === 'except' ? text.slice(1) : text;
    const ids = rest.startsWith('*') ? unpackIds(rest.slice(1)) : rest.split(/[.,]/).filter((id) => id !== '');
    if (ids.some((id) => !/^[0-9a-f]{8,16}$/.test(id))) return undefined;
    return { mode, ids: new Set(ids.map(shortId)) };
  },
  format: ({ mode, ids }) =>
    `${mode === 'except' ? '-' : ''}${ids.size > plainIds ? `*${packIds(ids)}` : [...ids].join('.')}`,
};

const plainIds = 8;
const packedLength = 6;
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function packIds(ids: ReadonlySet<string>): string {
  let packed = '';
  for (const id of ids) {
    let rest = Number.parseInt(id, 16);
    for (let i = 0; i < packedLength; i += 1) {
      packed += signs[rest % 64] ?? '';
      rest = Math.floor(rest / 64);
    }
  }
  return packed;
}

// What was not packed here gives texts that are no ids.
function unpackIds(packed: string): readonly string[] {
  const ids: string[] = [];
  for (let begin = 0; begin < packed.length; begin += packedLength) {
    let id = 0;
    for (let i = packedLength - 1; i >= 0; i -= 1) {
      const place = signs.indexOf(packed[begin + i] ?? ' ');
      id = place < 0 ? Number.NaN : id * 64 + place;
    }
    ids.push(id.toString(16).padStart(shortLength, '0'));
  }
  return ids;
}
