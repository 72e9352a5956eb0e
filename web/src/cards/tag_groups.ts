// From tags to cards: which there are, in which groups, in which order.
import type { Tag } from '$api/core';
import { compareNatural } from '$base/natural_order';
import { nameHash } from '$base/run_colors';
import type { TextPattern } from '$base/text_pattern';
import type { CardMove, TagSort } from './cards_params';
import { shortTag } from './compact_text';

export interface Card {
  // Short id of its own tag.
  readonly key: string;
  readonly tag: Tag;
  // Without the name of its group.
  readonly title: string;
}

export interface CardGroup {
  // For the address; the name may be long.
  readonly id: string;
  // '' for tags without a group.
  readonly name: string;
  readonly cards: readonly Card[];
}

export interface ArrangedCards {
  readonly pinned: readonly Card[];
  readonly groups: readonly CardGroup[];
  // Tags that the filter lets through.
  readonly matched: number;
}

// Tags by their short ids, in natural order of their names. Of two that begin alike the later is named in full, so every tag has its own.
export class TagIndex {
  readonly sorted: readonly Tag[];
  readonly #byKey = new Map<string, Tag>();
  readonly #byId = new Map<string, string>();

  constructor(tags: readonly Tag[]) {
    this.sorted = [...tags].sort((a, b) => compareNatural(a.name, b.name));
    for (const tag of this.sorted) {
      const short = shortTag(tag.id);
      const key = this.#byKey.has(short) ? tag.id : short;
      this.#byKey.set(key, tag);
      this.#byId.set(tag.id, key);
    }
  }

  get size(): number {
    return this.sorted.length;
  }

  find(key: string): Tag | undefined {
    return this.#byKey.get(key);
  }

  findById(id: string): Tag | undefined {
    return this.#byKey.get(this.#byId.get(id) ?? '');
  }

  keyOf(tag: Tag): string {
    return this.#byId.get(tag.id) ?? tag.id;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }
}

// A tag that is shown in the card of another one and has none of its own, as long as that card is there. Both by their keys.
export interface CardGuest {
  readonly tag: string;
  readonly host: string;
}

export interface Arrangement {
  readonly pattern: TextPattern;
  readonly sort: TagSort;
  readonly pins: readonly string[];
  readonly guests: readonly CardGuest[];
  readonly moves: readonly CardMove[];
}

export function groupName(tagName: string): string {
  const end = tagName.indexOf('/');
  return end < 0 ? '' : tagName.slice(0, end);
}

export function matchesTag(tag: Tag, pattern: TextPattern): boolean {
  return pattern.matches(tag.displayName === '' ? tag.name : `${tag.name}\n${tag.displayName}`);
}

export function arrangeCards(index: TagIndex, wanted: Arrangement): ArrangedCards {
  const guests = guestTags(index, wanted.guests);
  const pins = new Set(wanted.pins);
  const byGroup = new Map<string, Card[]>();
  const lone: Card[] = [];
  let matched = 0;
  for (const tag of index.sorted) {
    if (!matchesTag(tag, wanted.pattern)) continue;
    matched += 1;
    const key = index.keyOf(tag);
    if (pins.has(key) || guests.has(key)) continue;
    const group = groupName(tag.name);
    if (group === '') {
      lone.push({ key, tag, title: tag.name });
      continue;
    }
    const card: Card = { key, tag, title: tag.name.slice(group.length + 1) };
    const cards = byGroup.get(group);
    if (cards === undefined) byGroup.set(group, [card]);
    else cards.push(card);
  }
  // "loss" belongs beside "loss/train"; a tag that would be a group by itself goes to those without one.
  const ungrouped = lone.filter((card) => byGroup.get(card.title)?.unshift(card) === undefined);
  if (ungrouped.length > 0) byGroup.set('', ungrouped);
  const groups = [...byGroup].map(([name, cards]) => makeGroup(name, cards, wanted));
  return { pinned: pinnedCards(index, wanted), groups: sortGroups(groups, wanted.sort), matched };
}

function makeGroup(name: string, cards: readonly Card[], wanted: Arrangement): CardGroup {
  const sorted =
    wanted.sort === 'name' ? cards : [...cards].sort((a, b) => rank(b, wanted.sort) - rank(a, wanted.sort));
  return { id: nameHash(name).toString(36), name, cards: moveCards(sorted, wanted.moves) };
}

function pinnedCards(index: TagIndex, { pins }: Arrangement): readonly Card[] {
  return pins.flatMap((key) => {
    const tag = index.find(key);
    return tag === undefined ? [] : [{ key, tag, title: tag.name }];
  });
}

function rank(card: Card, sort: TagSort): number {
  return sort === 'runs' ? card.tag.runs : card.tag.points;
}

function sortGroups(groups: readonly CardGroup[], sort: TagSort): readonly CardGroup[] {
  if (sort === 'name') return [...groups].sort((a, b) => compareNatural(a.name, b.name));
  const highest = new Map(
    groups.map((group) => [group, group.cards.reduce((most, card) => Math.max(most, rank(card, sort)), 0)]),
  );
  return [...groups].sort((a, b) => (highest.get(b) ?? 0) - (highest.get(a) ?? 0) || compareNatural(a.name, b.name));
}

// Moves are kept as "this one before that one" and done one after the other, so a link names only what was moved.
export function moveCards(cards: readonly Card[], moves: readonly CardMove[]): readonly Card[] {
  if (moves.length === 0) return cards;
  const keys = new Set(cards.map((card) => card.key));
  const ours = moves.filter((move) => keys.has(move.card) && keys.has(move.other));
  if (ours.length === 0) return cards;
  const order = [...cards];
  for (const { card, other, isAfter } of ours) {
    const [moved] = order.splice(
      order.findIndex(({ key }) => key === card),
      1,
    );
    const at = order.findIndex(({ key }) => key === other);
    if (moved !== undefined) order.splice(at < 0 ? order.length : at + Number(isAfter), 0, moved);
  }
  return order;
}

function guestTags(index: TagIndex, guests: readonly CardGuest[]): ReadonlySet<string> {
  const there = guests.filter(({ tag, host }) => tag !== host && index.find(host) !== undefined);
  return new Set(there.map(({ tag }) => tag));
}
