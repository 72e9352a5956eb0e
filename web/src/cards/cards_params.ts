// What a link restores of a dashboard made of cards: filter, order, open groups, pins, the card that fills the window.
import { choiceParam, textParam, type ViewParam } from '$kind/view_state.svelte';
import { cardMapParam } from './card_map_param';
import { isTagKey, joinEntries, parseNumber, splitEntries } from './compact_text';

export type TagSort = 'name' | 'runs' | 'points';

// Which groups of cards are open: as the page finds best, all or none, and besides the groups that were turned over by hand.
export interface OpenState {
  readonly mode: 'first' | 'all' | 'none';
  readonly turned: ReadonlySet<string>;
}

// A card that was moved: it stands before or after another one.
export interface CardMove {
  readonly card: string;
  readonly other: string;
  readonly isAfter: boolean;
}

// Of one card, where it differs from the page's: columns that it takes, and its height in pixels.
export interface OwnSize {
  readonly span?: number | undefined;
  readonly height?: number | undefined;
}

export interface CardsParams {
  readonly filter: ViewParam<string>;
  readonly sort: ViewParam<TagSort>;
  readonly open: ViewParam<OpenState>;
  // The card that fills the window; '' for none.
  readonly full: ViewParam<string>;
  readonly pins: ViewParam<readonly string[]>;
  readonly moves: ViewParam<readonly CardMove[]>;
}

// `prefix` tells the keys of kinds apart: links name cards by their tags, and every kind has its own. Scalars have none, being there first.
export function cardsParams(prefix: string): CardsParams {
  return {
    filter: textParam(`${prefix}tags`),
    sort: choiceParam<TagSort>(`${prefix}tagsort`, ['name', 'runs', 'points'], true),
    open: openParam(`${prefix}open`),
    full: fullParam(`${prefix}full`),
    pins: pinsParam(`${prefix}pins`),
    moves: movesParam(`${prefix}order`),
  };
}

// For kinds that keep nothing but sizes of single cards.
export function sizesParam(prefix: string): ViewParam<ReadonlyMap<string, OwnSize>> {
  return cardMapParam<OwnSize>(`${prefix}cards`, sizeParts, (parts) => {
    const { span, height } = readSize(parts);
    return span === undefined && height === undefined ? undefined : { span, height };
  });
}

export function sizeParts({ span, height }: OwnSize): readonly string[] {
  return [...(span === undefined ? [] : [`w${span}`]), ...(height === undefined ? [] : [`h${height}`])];
}

// Of the parts of a card's entry those that are about its size.
export function readSize(parts: readonly string[]): OwnSize {
  const whole = (letter: string, low: number, high: number): number | undefined => {
    const value = parseNumber(parts.find((part) => part.startsWith(letter))?.slice(1));
    return value === undefined ? undefined : Math.round(Math.min(high, Math.max(low, value)));
  };
  return { span: whole('w', 1, 12), height: whole('h', 120, 2000) };
}

const openLetters = { first: 'f', all: 'a', none: 'n' } as const;

function openParam(key: string): ViewParam<OpenState> {
  return {
    key,
    initial: { mode: 'first', turned: new Set() },
    parse(text) {
      const mode = (['first', 'all', 'none'] as const).find((name) => openLetters[name] === text[0]);
      if (mode === undefined) return undefined;
      return { mode, turned: new Set(text.slice(1).split('-').filter(Boolean)) };
    },
    format: ({ mode, turned }) => [openLetters[mode], ...turned].join('-'),
  };
}

function fullParam(key: string): ViewParam<string> {
  return { key, initial: '', parse: (text) => (isTagKey(text) ? text : undefined), format: (card) => card };
}

function pinsParam(key: string): ViewParam<readonly string[]> {
  return {
    key,
    initial: [],
    parse: (text) => [...new Set(text.split('_').filter(isTagKey))],
    format: (keys) => keys.join('_'),
  };
}

function movesParam(key: string): ViewParam<readonly CardMove[]> {
  return {
    key,
    initial: [],
    parse: (text) =>
      splitEntries(text).flatMap(([card, side, other]): CardMove[] =>
        isTagKey(card) && isTagKey(other) ? [{ card, other, isAfter: side === 'a' }] : [],
      ),
    format: (moves) => joinEntries(moves.map(({ card, other, isAfter }) => [card, isAfter ? 'a' : 'b', other])),
  };
}
