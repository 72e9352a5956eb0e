import { expect, test } from 'vitest';
import { ViewState } from '$kind/view_state.svelte';
import { ViewSizes } from './card_sizes';
import { sizesParam } from './cards_params';

const a = 'aaaaaaaa';
const b = 'bbbbbbbb';

function makeSizes(): { readonly sizes: ViewSizes; readonly view: ViewState } {
  const view = new ViewState({ read: () => '', write: () => undefined });
  return { sizes: new ViewSizes(view, sizesParam('text-')), view };
}

test('what a card does not say follows the page', () => {
  const { sizes } = makeSizes();
  sizes.set(a, { span: 2, height: undefined });
  sizes.set(b, { height: 500 });
  expect(sizes.differing(240)).toEqual(
    new Map([
      [a, { span: 2, height: 240 }],
      [b, { span: 1, height: 500 }],
    ]),
  );
  expect(sizes.own(b)).toEqual({ span: undefined, height: 500 });
});

test('a card of the size of all leaves nothing in the link', () => {
  const { sizes, view } = makeSizes();
  sizes.set(a, { span: 3, height: 300 });
  expect(view.toText()).toBe(`?text-cards=${a}*w3*h300`);
  sizes.set(a, { span: undefined, height: undefined });
  expect(view.toText()).toBe('');
});
