import { describe, expect, it } from 'vitest';
import { everything, isSelected, selectionOf, selectionParam, shortId } from './run_selection';

const ids = Array.from({ length: 1000 }, (_, i) =>
  (0xfedcba9876543210n - BigInt(i) * 0x123456789abn).toString(16).padStart(16, '0'),
);
const throughLink = (on: readonly string[]): readonly string[] => {
  const state = selectionParam.parse(selectionParam.format(selectionOf(new Set(on), ids)));
  return state === undefined ? [] : ids.filter((id) => isSelected(state, id));
};

describe('selection in a link', () => {
  it.each([
    ['none', []],
    ['one', ids.slice(3, 4)],
    ['a few', ids.slice(10, 18)],
    ['many', ids.filter((_, i) => i % 3 === 0)],
    ['most', ids.filter((_, i) => i % 7 > 0)],
    ['all but one', ids.slice(1)],
    ['all', ids],
  ])('restores %s', (_name, on) => expect(throughLink(on)).toEqual(on));

  it('takes 1.5 KB for any half of a thousand runs, also after the address escaped it', () => {
    const text = selectionParam.format(selectionOf(new Set(ids.filter((_, i) => (i * 7919) % 1000 < 500)), ids));
    expect(new URLSearchParams({ runs: text }).toString().length).toBeLessThan(1500);
  });

  it('has as many digits as tell the runs apart', () => {
    const alike = [...ids, ...ids.map((id) => `${id.slice(0, 6)}${id[6] === 'f' ? 'e' : 'f'}${id.slice(7)}`)];
    const on = alike.filter((_, i) => i % 7 === 0);
    const state = selectionParam.parse(selectionParam.format(selectionOf(new Set(on), alike))) ?? everything;
    expect(alike.filter((id) => isSelected(state, id))).toEqual(on);
    expect([...state.ids].every((id) => id.length > 6)).toBe(true);
  });

  it('keeps the lowest and the highest id', () => {
    const ends = ['0'.repeat(16), ...ids.slice(0, 20), 'f'.repeat(16)];
    const others = ids.slice(20);
    const state = selectionParam.parse(selectionParam.format(selectionOf(new Set(ends), [...ends, ...others])));
    expect(ends.every((id) => isSelected(state ?? everything, id))).toBe(true);
    expect(others.some((id) => isSelected(state ?? everything, id))).toBe(false);
  });

  it.each(['xyz', '1234', '*', '*G', '*AAAA', '*ab!def', '*Gd____', '-a1b2c3d4.zz'])('refuses %s', (text) =>
    expect(selectionParam.parse(text)).toBeUndefined(),
  );
});

it('lets runs that appear later join all, not a choice', () => {
  const later = 'ffff000011112222';
  expect(isSelected(everything, later)).toBe(true);
  expect(isSelected(selectionOf(new Set(ids.slice(1)), ids), later)).toBe(true);
  expect(isSelected(selectionOf(new Set(ids.slice(0, 2)), ids), later)).toBe(false);
});

it('knows a run by the beginning of its id', () => {
  const state = selectionParam.parse(`${shortId(ids[5] ?? '')},${ids[6] ?? ''}`);
  expect(state === undefined ? [] : ids.filter((id) => isSelected(state, id))).toEqual(ids.slice(5, 7));
});
