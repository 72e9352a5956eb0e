import { describe, expect, test } from 'vitest';
import { CardPlaces } from '$cards/card_places';
import { ViewState, type AddressBar } from '$kind/view_state.svelte';
import { CardBook } from './card_book.svelte';
import { noExtraTags } from './card_settings';
import { deckParams } from './scalars_params';

const a = 'aaaaaaaa';
const b = 'bbbbbbbb';
const c = 'cccccccc';

function makeBook(): { readonly book: CardBook; readonly view: ViewState; readonly places: CardPlaces } {
  const bar: AddressBar = { read: () => '', write: () => undefined };
  const view = new ViewState(bar);
  const places = new CardPlaces(view, deckParams);
  return { book: new CardBook(view, places), view, places };
}

describe('CardBook', () => {
  test('what follows the page again leaves nothing in the link', () => {
    const { book, view } = makeBook();
    book.change(a, { yKind: 'log', startsAtZero: true });
    book.change(a, { yKind: undefined });
    expect(book.override(a)).toEqual({ startsAtZero: true });
    book.change(a, { startsAtZero: undefined });
    expect(view.toText()).toBe('');
    expect(book.hasChanges(a)).toBe(false);
  });

  test('a zoom is taken back step by step, and turns of a wheel are one step', () => {
    let millis = 0;
    const { view, places } = makeBook();
    const book = new CardBook(view, places, () => millis);
    const zoom = (max: number): void => book.setZoom(a, { x: { min: 0, max } });
    expect(book.stepBack(a)).toBe(false);
    zoom(100);
    millis += 2000;
    for (const max of [80, 60, 40]) {
      zoom(max);
      millis += 50;
    }
    millis += 2000;
    book.setZoom(a, undefined);
    expect(book.hasSteps(a)).toBe(true);
    expect([book.stepBack(a), book.zoom(a)?.x?.max]).toEqual([true, 40]);
    expect([book.stepBack(a), book.zoom(a)?.x?.max]).toEqual([true, 100]);
    expect([book.stepBack(a), book.zoom(a)]).toEqual([true, undefined]);
    expect([book.stepBack(a), book.stepBack(b)]).toEqual([false, false]);
    // On another axis the numbers mean something else.
    zoom(100);
    book.clearZooms();
    expect(book.stepBack(a)).toBe(false);
    book.flush();
  });

  test('pinned places are something to reset', () => {
    const { book } = makeBook();
    book.setMarks(a, [5]);
    expect(book.hasChanges(a)).toBe(true);
    book.reset(a);
    book.flush();
    expect(book.hasChanges(a)).toBe(false);
  });

  test('a card dropped on another brings what it shows, and leaves its own place and pin', () => {
    const { book, places } = makeBook();
    places.togglePin(b);
    book.setTags(b, { extra: [{ tag: c, isRight: true, isAbsorbed: true }], pattern: '', isHostRight: false });
    book.absorb(a, b);
    expect(book.tags(a).extra.map(({ tag }) => tag)).toEqual([b, c]);
    expect(book.tags(b)).toEqual(noExtraTags);
    expect(places.pins).toEqual([]);
    book.absorb(a, a);
    expect(book.tags(a).extra).toHaveLength(2);
  });

  test('a zoom shows at once and reaches the link later', () => {
    const { book, view } = makeBook();
    book.setZoom(a, { x: { min: 1.23456789, max: 2 } });
    const zoom = { x: { min: 1.2346, max: 2 } };
    expect(book.zoom(a)).toMatchObject(zoom);
    expect(view.toText()).toBe('');
    book.flush();
    expect(view.toText()).toContain('zoom=');
    expect(book.zoom(a)).toMatchObject(zoom);
    book.setZoom(a, undefined);
    expect(book.zoom(a)).toBeUndefined();
    book.flush();
    expect(view.toText()).toBe('');
  });

  test('a card that is reset has nothing of its own', () => {
    const { book, view } = makeBook();
    book.change(a, { yKind: 'log' });
    book.setMarks(a, [1, 2]);
    book.setZoom(a, { left: { min: 0, max: 1 } });
    book.flush();
    book.reset(a);
    book.flush();
    expect(view.toText()).toBe('');
  });
});
