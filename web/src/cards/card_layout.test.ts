import { describe, expect, test } from 'vitest';
import type { Tag } from '$api/core';
import { CardLayout, type CardSize, type LayoutSection } from './card_layout';
import type { Card } from './tag_groups';

const noTag: Tag = { id: '', name: '', kind: '', runs: 0, points: 0, displayName: '', description: '' };

function section(id: string, count: number, isOpen = true): LayoutSection {
  const cards = Array.from({ length: count }, (_, i): Card => ({ key: `${id}${i}`, tag: noTag, title: '' }));
  return { id, cards, isOpen };
}

// 3 columns of 100 with gaps of 10; rows of 50; headings of 20.
function layout(sections: readonly LayoutSection[], sizes = new Map<string, CardSize>(), width = 320): CardLayout {
  return new CardLayout(sections, { width, cardWidth: 100, cardHeight: 50, gap: 10, headingHeight: 20, sizes });
}

function keys(from: CardLayout, begin: number, end: number): string {
  return from
    .within(begin, end)
    .cards.map(({ card }) => card.key)
    .join(' ');
}

describe('CardLayout', () => {
  test('places headings, rows and columns', () => {
    const made = layout([section('a', 4), section('b', 2, false), section('c', 1)]);
    expect(made.columns).toBe(3);
    // Heading and two rows, a heading, heading and one row.
    expect(made.height).toBe(20 + 2 * 60 + 20 + 20 + 60);
    const { headings, cards } = made.within(0, 1000);
    expect(headings.map(({ top }) => top)).toEqual([0, 140, 160]);
    expect(cards.map(({ card, left, top }) => [card.key, left, top])).toEqual([
      ['a0', 0, 20],
      ['a1', 110, 20],
      ['a2', 220, 20],
      ['a3', 0, 80],
      ['c0', 0, 180],
    ]);
  });

  test('gives only what lies in the window', () => {
    const made = layout([section('a', 9), section('b', 9)]);
    expect(keys(made, 75, 90)).toBe('a3 a4 a5');
    // The heading above the window is that of the cards in it.
    expect(made.within(75, 90).headings).toEqual([{ section: 0, top: 0, height: 200 }]);
    expect(made.within(199, 201).headings.map(({ top }) => top)).toEqual([0, 200]);
    expect(keys(made, 195, 225)).toBe('b0 b1 b2');
    expect(keys(made, -100, 0)).toBe('');
    expect(keys(made, made.height, made.height + 100)).toBe('');
  });

  test('a narrow place has one column as wide as itself', () => {
    const made = layout([section('a', 2)], undefined, 60);
    expect(made.within(0, 1000).cards.map(({ width, left }) => [width, left])).toEqual([
      [60, 0],
      [60, 0],
    ]);
  });

  test('wide and high cards flow, and no wider than the place', () => {
    const sizes = new Map([
      ['a1', { span: 3, height: 50 }],
      ['a2', { span: 1, height: 90 }],
      ['a3', { span: 7, height: 50 }],
    ]);
    const made = layout([section('a', 4), section('b', 1)], sizes);
    expect(made.within(0, 1000).cards.map(({ card, top, width, height }) => [card.key, top, width, height])).toEqual([
      ['a0', 20, 100, 50],
      ['a1', 80, 320, 50],
      ['a2', 140, 100, 90],
      ['a3', 240, 320, 50],
      ['b0', 320, 100, 50],
    ]);
    expect(made.placeOf('a2')).toEqual({ top: 140, height: 90 });
    expect(keys(made, 235, 250)).toBe('a3');
  });

  test('a card that stays in the window is the same object', () => {
    const made = layout([section('a', 9)]);
    expect(made.within(0, 500).cards[3]).toBe(made.within(90, 100).cards[0]);
  });

  test('finds places of cards, of closed groups none', () => {
    const made = layout([section('a', 4), section('b', 2, false)]);
    expect(made.placeOf('a3')).toEqual({ top: 80, height: 50 });
    expect(made.placeOf('b0')).toBeUndefined();
    expect(made.placeOf('nothing')).toBeUndefined();
  });

  test('steps from card to card over closed groups', () => {
    const made = layout([section('a', 2), section('b', 2, false), section('c', 4)]);
    expect(made.neighbour(undefined, 1)?.key).toBe('a0');
    expect(made.neighbour(undefined, -1)?.key).toBe('c3');
    expect(made.neighbour('a1', 1)?.key).toBe('c0');
    expect(made.neighbour('c0', -1)?.key).toBe('a1');
    expect(made.neighbour('a0', 3)?.key).toBe('c1');
    expect(made.neighbour('c1', -3)?.key).toBe('a0');
    expect(made.neighbour('c3', 1)).toBeUndefined();
    expect(made.neighbour('a0', -1)).toBeUndefined();
  });

  test('every card of a hundred thousand is in exactly one window', () => {
    const made = layout([section('a', 70_000), section('b', 29_999), section('c', 1)]);
    let seen = 0;
    for (let at = 0; at < made.height; at += 60_000) {
      seen += made.within(at, at + 60_000).cards.filter(({ top }) => top >= at && top < at + 60_000).length;
    }
    expect(seen).toBe(100_000);
  });
});
