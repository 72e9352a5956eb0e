import { expect, test } from 'vitest';
import { ViewState, type AddressBar } from '$kind/view_state.svelte';
import { CardPlaces } from './card_places';
import { cardsParams } from './cards_params';

const a = 'aaaaaaaa';
const b = 'bbbbbbbb';
const c = 'cccccccc';

function makePlaces(address = ''): { readonly places: CardPlaces; readonly view: ViewState } {
  const bar: AddressBar = { read: () => address, write: () => undefined };
  const view = new ViewState(bar);
  return { places: new CardPlaces(view, cardsParams('')), view };
}

test('pinned cards are moved in their list, a pin that leaves it is none', () => {
  const { places } = makePlaces(`#?pins=${a}_${b}`);
  places.move(b, a, false);
  expect(places.pins).toEqual([b, a]);
  places.move(c, b, true);
  expect(places.pins).toEqual([b, c, a]);
  places.move(b, 'dddddddd', true);
  expect(places.pins).toEqual([c, a]);
});

test('pins come and go one by one, and all at once', () => {
  const { places, view } = makePlaces();
  places.togglePin(a);
  places.togglePin(b);
  places.togglePin(a);
  expect(places.pins).toEqual([b]);
  places.unpin(c);
  expect(places.pins).toEqual([b]);
  places.clearPins();
  expect(view.toText()).toBe('');
});

test('a card that is moved twice is moved once', () => {
  const { places, view } = makePlaces();
  places.move(a, b, false);
  places.move(a, c, true);
  expect(view.toText()).toBe(`?order=${a}*a*${c}`);
});
