import { describe, expect, test } from 'vitest';
import type { Tag } from '$api/core';
import { compilePattern } from '$base/text_pattern';
import { arrangeCards, TagIndex, type ArrangedCards, type Arrangement } from './tag_groups';

function tag(name: string, more: Partial<Tag> = {}): Tag {
  const id = [...name]
    .reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .padStart(8, '0');
  return { id: id.repeat(2), name, kind: 'scalars', runs: 1, points: 1, displayName: '', description: '', ...more };
}

const plain: Arrangement = { pattern: compilePattern(''), sort: 'name', pins: [], guests: [], moves: [] };

function shown({ pinned, groups }: ArrangedCards): unknown {
  return {
    ...(pinned.length > 0 && { pinned: pinned.map((card) => card.title) }),
    ...Object.fromEntries(groups.map(({ name, cards }) => [name, cards.map((card) => card.title)])),
  };
}

const names = ['train/layer10', 'train/layer2', 'val/loss', 'loss', 'val', 'train/a/b'];
const index = new TagIndex(names.map((name) => tag(name)));
const key = (name: string): string => index.keyOf(tag(name));

describe('arrangeCards', () => {
  test('groups by the first part, in natural order; what would stand alone goes together', () => {
    expect(shown(arrangeCards(index, plain))).toEqual({
      '': ['loss'],
      train: ['a/b', 'layer2', 'layer10'],
      val: ['val', 'loss'],
    });
  });

  test('a filter keeps groups and counts what it lets through', () => {
    const cards = arrangeCards(index, { ...plain, pattern: compilePattern('layer -10') });
    expect(shown(cards)).toEqual({ train: ['layer2'] });
    expect(cards.matched).toBe(1);
  });

  test('a filter finds display names', () => {
    const named = new TagIndex([tag('a', { displayName: 'Accuracy' }), tag('b')]);
    expect(arrangeCards(named, { ...plain, pattern: compilePattern('accuracy') }).matched).toBe(1);
  });

  test('pinned cards leave their group and keep their order; unknown pins are left out', () => {
    const pins = [key('val/loss'), 'ffffffff', key('train/layer2')];
    const cards = arrangeCards(index, { ...plain, pins });
    expect(shown(cards)).toMatchObject({ pinned: ['val/loss', 'train/layer2'], train: ['a/b', 'layer10'] });
  });

  test('a tag shown in the card of another has no place of its own while that one is there', () => {
    const guests = [{ tag: key('train/layer2'), host: key('val/loss') }];
    expect(shown(arrangeCards(index, { ...plain, guests }))).toMatchObject({ train: ['a/b', 'layer10'] });
    const elsewhere = [{ tag: key('train/layer2'), host: 'ffffffff' }];
    expect(shown(arrangeCards(index, { ...plain, guests: elsewhere }))).toMatchObject({
      train: ['a/b', 'layer2', 'layer10'],
    });
  });

  test('moves are done one after the other, inside a group only', () => {
    const moves = [
      { card: key('train/layer10'), other: key('train/a/b'), isAfter: false },
      { card: key('train/a/b'), other: key('train/layer2'), isAfter: true },
      { card: key('train/layer2'), other: key('val/loss'), isAfter: true },
    ];
    expect(shown(arrangeCards(index, { ...plain, moves }))).toMatchObject({
      train: ['layer10', 'layer2', 'a/b'],
      val: ['val', 'loss'],
    });
  });

  test('sorts by runs or points, groups by their best card', () => {
    const counted = new TagIndex([
      tag('a/x', { runs: 1, points: 9 }),
      tag('a/y', { runs: 3, points: 2 }),
      tag('b/z', { runs: 2, points: 99 }),
    ]);
    const names = (sort: 'runs' | 'points'): string[] =>
      arrangeCards(counted, { ...plain, sort }).groups.flatMap(({ cards }) => cards.map((card) => card.tag.name));
    expect(names('runs')).toEqual(['a/y', 'a/x', 'b/z']);
    expect(names('points')).toEqual(['b/z', 'a/x', 'a/y']);
  });
});

test('of tags that begin alike the later is named in full', () => {
  const first = { ...tag('a'), id: '1234567800000000' };
  const second = { ...tag('b'), id: '1234567811111111' };
  const both = new TagIndex([second, first]);
  expect(both.keyOf(first)).toBe('12345678');
  expect(both.keyOf(second)).toBe('1234567811111111');
  expect(both.find('1234567811111111')?.name).toBe('b');
  expect(both.findById(first.id)?.name).toBe('a');
});
