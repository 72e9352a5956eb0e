// What a user changed about single cards: their axes, what is drawn together, where they stand and how large. Each sort is one parameter of
// the view (scalars_params.ts), as a map from the card's key to its entry. A card's key is the short id of its own tag.
import type { ChartZoom } from '$charts/chart_zoom';
import type { Domain, ScaleKind } from '$charts/line_data';
import type { ViewParam } from '$kind/view_state.svelte';
import type { Smoothing } from './data/card_query';
import {
  escapeWords,
  isTagKey,
  joinEntries,
  parseNumber,
  roundedText,
  splitEntries,
  unescapeWords,
} from './compact_text';
import { formatSmoothing, parseSmoothing } from './smoothing_text';

// Absent: as the settings of the page say.
export interface CardOverride {
  readonly yKind?: ScaleKind | undefined;
  readonly xKind?: ScaleKind | undefined;
  readonly startsAtZero?: boolean | undefined;
  readonly ignoresOutliers?: boolean | undefined;
  readonly showsSuperseded?: boolean | undefined;
  readonly smoothing?: Smoothing | undefined;
  // Columns that it takes, and its height in pixels.
  readonly span?: number | undefined;
  readonly height?: number | undefined;
}

export interface ExtraTag {
  readonly tag: string;
  readonly isRight: boolean;
  // It was dropped here: it has no card of its own meanwhile.
  readonly isAbsorbed: boolean;
}

// More tags in the card of `key`.
export interface CardTags {
  readonly extra: readonly ExtraTag[];
  // Tags whose names match join by themselves. '' matches none.
  readonly pattern: string;
  // The card's own tag is drawn on the right axis.
  readonly isHostRight: boolean;
}

// A card that was moved: it stands before or after another one.
export interface CardMove {
  readonly card: string;
  readonly other: string;
  readonly isAfter: boolean;
}

export const noExtraTags: CardTags = { extra: [], pattern: '', isHostRight: false };

const kinds = new Map<string, ScaleKind>([
  ['n', 'linear'],
  ['l', 'log'],
  ['s', 'symlog'],
]);

function kindText(kind: ScaleKind): string {
  for (const [text, known] of kinds) if (known === kind) return text;
  return 'n';
}

type Entry<T> = readonly [key: string, value: T];

function mapParam<T>(
  key: string,
  write: (value: T) => readonly string[],
  read: (parts: readonly string[]) => T | undefined,
): ViewParam<ReadonlyMap<string, T>> {
  return {
    key,
    initial: new Map(),
    parse(text) {
      const known = splitEntries(text).flatMap(([card, ...parts]): Entry<T>[] => {
        const value = isTagKey(card) ? read(parts) : undefined;
        return value === undefined || card === undefined ? [] : [[card, value]];
      });
      return new Map(known);
    },
    format: (values) => joinEntries([...values].map(([card, value]) => [card, ...write(value)])),
  };
}

function writeOverride(card: CardOverride): readonly string[] {
  const flag = (name: string, value: boolean | undefined): readonly string[] =>
    value === undefined ? [] : [`${name}${value ? 1 : 0}`];
  return [
    ...(card.yKind === undefined ? [] : [`y${kindText(card.yKind)}`]),
    ...(card.xKind === undefined ? [] : [`x${kindText(card.xKind)}`]),
    ...flag('z', card.startsAtZero),
    ...flag('o', card.ignoresOutliers),
    ...flag('r', card.showsSuperseded),
    ...(card.smoothing === undefined ? [] : [`s${formatSmoothing(card.smoothing)}`]),
    ...(card.span === undefined ? [] : [`w${card.span}`]),
    ...(card.height === undefined ? [] : [`h${card.height}`]),
  ];
}

function readOverride(parts: readonly string[]): CardOverride {
  const whole = (text: string, low: number, high: number): number | undefined => {
    const value = parseNumber(text);
    return value === undefined ? undefined : Math.round(Math.min(high, Math.max(low, value)));
  };
  return parts.reduce<CardOverride>((card, part) => {
    const rest = part.slice(1);
    switch (part[0]) {
      case 'y':
        return { ...card, yKind: kinds.get(rest) };
      case 'x':
        return { ...card, xKind: kinds.get(rest) };
      case 'z':
        return { ...card, startsAtZero: rest === '1' };
      case 'o':
        return { ...card, ignoresOutliers: rest === '1' };
      case 'r':
        return { ...card, showsSuperseded: rest === '1' };
      case 's':
        return { ...card, smoothing: parseSmoothing(rest) };
      case 'w':
        return { ...card, span: whole(rest, 1, 12) };
      case 'h':
        return { ...card, height: whole(rest, 120, 2000) };
      default:
        return card;
    }
  }, {});
}

export const cardsParam = mapParam<CardOverride>('cards', writeOverride, readOverride);

export const chartsParam = mapParam<CardTags>(
  'charts',
  ({ extra, pattern, isHostRight }) => [
    ...(isHostRight ? ['R'] : []),
    ...extra.map(({ tag, isRight, isAbsorbed }) => `${tag}${isRight ? 'R' : ''}${isAbsorbed ? 'A' : ''}`),
    ...(pattern === '' ? [] : [`m${escapeWords(pattern)}`]),
  ],
  (parts) => ({
    extra: parts.flatMap((part): ExtraTag[] => {
      const [, tag, flags = ''] = /^([0-9a-f]+)([RA]*)$/.exec(part) ?? [];
      return isTagKey(tag) ? [{ tag, isRight: flags.includes('R'), isAbsorbed: flags.includes('A') }] : [];
    }),
    pattern: unescapeWords(parts.find((part) => part.startsWith('m'))?.slice(1) ?? ''),
    isHostRight: parts.includes('R'),
  }),
);

const axisLetters = { x: 'x', left: 'l', right: 'r' } as const;

export const zoomsParam = mapParam<ChartZoom>(
  'zoom',
  (zoom) =>
    (['x', 'left', 'right'] as const).flatMap((axis) => {
      const domain = zoom[axis];
      if (domain === undefined) return [];
      const span = domain.max - domain.min;
      return [`${axisLetters[axis]}${roundedText(domain.min, span)}`, roundedText(domain.max, span)];
    }),
  (parts) => {
    const find = (letter: string): Domain | undefined => {
      const at = parts.findIndex((part) => part.startsWith(letter));
      const min = parseNumber(parts[at]?.slice(1));
      const max = parseNumber(parts[at + 1]);
      return min === undefined || max === undefined || !(min < max) ? undefined : { min, max };
    };
    const zoom: ChartZoom = { x: find('x'), left: find('l'), right: find('r') };
    return zoom.x === undefined && zoom.left === undefined && zoom.right === undefined ? undefined : zoom;
  },
);

// As a link keeps it. What is shown is rounded at once: rounded later, it would be another view, asked for and drawn once more.
export function roundedZoom(zoom: ChartZoom): ChartZoom {
  const rounded = (domain: Domain | undefined): Domain | undefined => {
    if (domain === undefined) return undefined;
    const span = domain.max - domain.min;
    const [min, max] = [domain.min, domain.max].map((end) => parseNumber(roundedText(end, span)));
    return min === undefined || max === undefined || !(min < max) ? domain : { min, max };
  };
  return { x: rounded(zoom.x), left: rounded(zoom.left), right: rounded(zoom.right) };
}

// Places along x whose values are kept in view.
export const marksParam = mapParam<readonly number[]>(
  'marks',
  (marks) => marks.map((mark) => String(mark).replace('+', '')),
  (parts) => {
    const marks = parts.flatMap((part) => parseNumber(part) ?? []);
    return marks.length === 0 ? undefined : marks;
  },
);

export const pinsParam: ViewParam<readonly string[]> = {
  key: 'pins',
  initial: [],
  parse: (text) => [...new Set(text.split('_').filter(isTagKey))],
  format: (keys) => keys.join('_'),
};

export const movesParam: ViewParam<readonly CardMove[]> = {
  key: 'order',
  initial: [],
  parse: (text) =>
    splitEntries(text).flatMap(([card, side, other]): CardMove[] =>
      isTagKey(card) && isTagKey(other) ? [{ card, other, isAfter: side === 'a' }] : [],
    ),
  format: (moves) => joinEntries(moves.map(({ card, other, isAfter }) => [card, isAfter ? 'a' : 'b', other])),
};
