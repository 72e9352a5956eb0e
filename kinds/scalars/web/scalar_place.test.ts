import { expect, it } from 'vitest';
import { ViewState } from '$kind/view_state.svelte';
import { scalarPlace } from './scalar_place';

const viewOf = (hash: string): ViewState => new ViewState({ read: () => hash, write: () => undefined });
const place = { card: '0123abcd', isFull: true, step: 90, since: 40 };

it('brings the card to the front and marks its steps, beside those of other cards', () => {
  expect(scalarPlace(place, viewOf('#insights?marks=aaaaaaaa*7'))).toEqual([
    ['full', '0123abcd'],
    ['marks', 'aaaaaaaa*7_0123abcd*40*90'],
  ]);
  const single = { ...place, isFull: false, since: undefined, step: 2n ** 40n };
  expect(scalarPlace(single, viewOf('#scalars'))).toEqual([['marks', `0123abcd*${2 ** 40}`]]);
});

it('takes away a zoom that hides a step, and only that', () => {
  const shown = scalarPlace(place, viewOf('#scalars?zoom=0123abcd*x50*60_aaaaaaaa*x1*2'));
  expect(shown).toContainEqual(['zoom', 'aaaaaaaa*x1*2']);
  const kept = scalarPlace(place, viewOf('#scalars?zoom=0123abcd*x10*100'));
  expect(kept.map(([key]) => key)).toEqual(['full', 'marks']);
});

it('marks nothing where steps are no places', () => {
  expect(scalarPlace(place, viewOf('#scalars?x=wall'))).toEqual([['full', '0123abcd']]);
});
