// Which runs are on. Kept as the shorter of two lists, so that a link stays short and runs that appear later are on unless the user chose
// "only these".
import type { ViewParam } from './view_state.svelte';

export interface RunSelectionState {
  // 'except': all but `ids`; 'only': just `ids`.
  readonly mode: 'except' | 'only';
  // Beginnings of ids, all equally long.
  readonly ids: ReadonlySet<string>;
}

export const everything: RunSelectionState = { mode: 'except', ids: new Set() };

// Eight hexadecimal digits: among ten thousand runs two share them once in a hundred log directories.
const shortLength = 8;

export function shortId(id: string): string {
  return id.slice(0, shortLength);
}

export function isSelected(state: RunSelectionState, id: string): boolean {
  return isNamed(state, id) === (state.mode === 'only');
}

// It is one of `ids`.
export function isNamed({ ids }: RunSelectionState, id: string): boolean {
  return ids.has(id.slice(0, idLength(ids)));
}

function idLength(ids: ReadonlySet<string>): number {
  for (const id of ids) return id.length;
  return shortLength;
}

export function selectionOf(selected: ReadonlySet<string>, all: readonly string[]): RunSelectionState {
  const on = all.filter((id) => selected.has(id));
  if (on.length === all.length) return everything;
  // "Only" for small choices: a run that appears later does not join them.
  const off = all.filter((id) => !selected.has(id));
  return on.length <= off.length
    ? { mode: 'only', ids: beginnings(on, off) }
    : { mode: 'except', ids: beginnings(off, on) };
}

// Of many as little as tells them from the others, down to six digits: half of a thousand runs then fit into 1.5 KB.
function beginnings(ids: readonly string[], others: readonly string[]): ReadonlySet<string> {
  for (let length = ids.length > plainIds ? 6 : shortLength; length < shortLength; length += 1) {
    const short = new Set(ids.map((id) => id.slice(0, length)));
    if (!others.some((id) => short.has(id.slice(0, length)))) return short;
  }
  return new Set(ids.map(shortId));
}

// "a1b2c3d4.b2c3d4e5" only these; "-a1b2c3d4" all but these; "-" is all, which is also the initial value. More than a few are packed behind
// a "*": see packIds(). No sign of it grows when an address is written.
export const selectionParam: ViewParam<RunSelectionState> = {
  key: 'runs',
  initial: everything,
  parse(text) {
    const mode = text.startsWith('-') ? 'except' : 'only';
    const rest = mode === 'except' ? text.slice(1) : text;
    const isPacked = rest.startsWith('*');
    const ids = isPacked ? unpackIds(rest.slice(1)) : rest.split(/[.,]/).filter((id) => id !== '');
    if (ids.some((id) => !(isPacked ? /^[0-9a-f]{6,8}$/ : /^[0-9a-f]{8,16}$/).test(id))) return undefined;
    const length = Math.min(shortLength, ids[0]?.length ?? 0);
    if (isPacked && ids.at(-1)?.length !== length) return undefined;
    return { mode, ids: new Set(ids.map((id) => id.slice(0, length))) };
  },
  format: ({ mode, ids }) =>
    `${mode === 'except' ? '-' : ''}${ids.size > plainIds ? `*${packIds(ids)}` : [...ids].join('.')}`,
};

const plainIds = 8;
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const signBits = 6;

// In order each id is as far from the one before as random numbers are: a distance is a whole number of 2^k in ones, a zero, and the rest in
// k bits (Rice's code). In front stand the digits of an id, and k.
function packIds(ids: ReadonlySet<string>): string {
  const sorted = [...ids].map((id) => Number.parseInt(id, 16)).sort((a, b) => a - b);
  const k = Math.max(0, Math.floor(Math.log2(((sorted.at(-1) ?? 0) + 1) / sorted.length)));
  let bits = '';
  let before = -1;
  for (const id of sorted) {
    const distance = id - before - 1;
    before = id;
    const rest = k === 0 ? '' : (distance % 2 ** k).toString(2).padStart(k, '0');
    bits += `${'1'.repeat(Math.floor(distance / 2 ** k))}0${rest}`;
  }
  let packed = `${signs[idLength(ids)] ?? ''}${signs[k] ?? ''}`;
  // The last sign is filled with ones, which are no distance.
  for (let at = 0; at < bits.length; at += signBits)
    packed += signs[Number.parseInt(bits.slice(at, at + signBits).padEnd(signBits, '1'), 2)] ?? '';
  return packed;
}

// What was not packed here gives texts that are no ids.
function unpackIds(packed: string): readonly string[] {
  const [length = -1, k = -1, ...rest] = [...packed].map((sign) => signs.indexOf(sign));
  if (k < 0 || rest.includes(-1)) return [''];
  const bits = rest.map((place) => place.toString(2).padStart(signBits, '0')).join('');
  const ids: string[] = [];
  let before = -1;
  for (let at = 0; ;) {
    const zero = bits.indexOf('0', at);
    if (zero < 0 || zero + k >= bits.length) return ids;
    const tail = k === 0 ? 0 : Number.parseInt(bits.slice(zero + 1, zero + 1 + k), 2);
    before += (zero - at) * 2 ** k + tail + 1;
    ids.push(before.toString(16).padStart(length, '0'));
    at = zero + 1 + k;
  }
}
