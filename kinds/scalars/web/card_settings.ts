// What a user changed about single cards: their axes, what is drawn together and how large. Each sort is one parameter of
// the view (scalars_params.ts), as a map from the card's key to its entry. A card's key is the short id of its own tag.
import type { ScaleKind } from '$charts/line_data';
import { cardMapParam } from '$cards/card_map_param';
import { chartZoomsParam } from '$cards/chart_zooms_param';
import { readSize, sizeParts, type OwnSize } from '$cards/cards_params';
import { escapeWords, isTagKey, parseNumber, unescapeWords } from '$cards/compact_text';
import type { Smoothing } from './data/card_query';
import { formatSmoothing, parseSmoothing } from './smoothing_text';

// Absent: as the settings of the page say.
export interface CardOverride extends OwnSize {
  readonly yKind?: ScaleKind | undefined;
  readonly xKind?: ScaleKind | undefined;
  readonly startsAtZero?: boolean | undefined;
  readonly ignoresOutliers?: boolean | undefined;
  readonly showsSuperseded?: boolean | undefined;
  readonly smoothing?: Smoothing | undefined;
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
    ...sizeParts(card),
  ];
}

function readOverride(parts: readonly string[]): CardOverride {
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
      default:
        return card;
    }
  }, readSize(parts));
}

export const cardsParam = cardMapParam<CardOverride>('cards', writeOverride, readOverride);

export const chartsParam = cardMapParam<CardTags>(
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

export const zoomsParam = chartZoomsParam('zoom');

// Places along x whose values are kept in view.
export const marksParam = cardMapParam<readonly number[]>(
  'marks',
  (marks) => marks.map((mark) => String(mark).replace('+', '')),
  (parts) => {
    const marks = parts.flatMap((part) => parseNumber(part) ?? []);
    return marks.length === 0 ? undefined : marks;
  },
);
