import { describe, expect, test } from 'vitest';
import type { ViewParam } from '$kind/view_state.svelte';
import { cardsParams, sizesParam } from './cards_params';

const loss = '0ffe41ac';
const rate = 'a128f3d6';
const params = cardsParams('text-');

function roundTrip<T>(param: ViewParam<T>, value: T): T | undefined {
  return param.parse(param.format(value));
}

describe('what a link restores of cards', () => {
  test('open groups', () => {
    const open = { mode: 'none', turned: new Set(['1a2b', 'zz']) } as const;
    expect(roundTrip(params.open, open)).toEqual(open);
    expect(params.open.parse('x')).toBeUndefined();
  });

  test('pins and order', () => {
    expect(roundTrip(params.pins, [loss, rate])).toEqual([loss, rate]);
    expect(params.pins.parse(`${loss}_${loss}_bad`)).toEqual([loss]);
    const moves = [{ card: loss, other: rate, isAfter: true }];
    expect(roundTrip(params.moves, moves)).toEqual(moves);
    expect(params.full.parse('zz')).toBeUndefined();
  });

  test('sizes of single cards, within bounds', () => {
    const sizes = sizesParam('text-');
    const value = new Map([[loss, { span: 2, height: 320 }]]);
    expect(roundTrip(sizes, value)).toEqual(value);
    expect(sizes.parse(`${loss}*w99*h1_${rate}*q1_nonsense*w2`)).toEqual(new Map([[loss, { span: 12, height: 120 }]]));
  });
});
