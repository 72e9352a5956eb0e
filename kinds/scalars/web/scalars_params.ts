// The view of the scalars: everything that a link to it restores. kinds/scalars/README.md lists the keys.
import type { ScaleKind } from '$charts/line_data';
import { cardsParams } from '$cards/cards_params';
import { choiceParam, flagParam, numberParam, type ViewParam } from '$kind/view_state.svelte';
import type { GroupBy, Smoothing, XAxis } from './data/card_query';
import { formatSmoothing, parseSmoothing } from './smoothing_text';

export const deckParams = cardsParams('');

// As in TensorBoard at first.
export const smoothingParam: ViewParam<Smoothing> = {
  key: 'smooth',
  initial: { kind: 'ema', weight: 0.6 },
  isSticky: true,
  parse: parseSmoothing,
  format: formatSmoothing,
};

const axisNames = ['step', 'relative_step', 'wall', 'relative', 'active', 'ordinal'] as const;

export const xAxisParam: ViewParam<XAxis> = {
  key: 'x',
  initial: 'step',
  isSticky: true,
  parse: (text) => (/^tag-[0-9a-f]{16}$/.test(text) ? { tag: text.slice(4) } : axisNames.find((name) => name === text)),
  format: (axis) => (typeof axis === 'string' ? axis : `tag-${axis.tag}`),
};

const scaleKinds: [ScaleKind, ...ScaleKind[]] = ['linear', 'log', 'symlog'];
export const yKindParam = choiceParam<ScaleKind>('y', scaleKinds, true);
export const xKindParam = choiceParam<ScaleKind>('xs', scaleKinds, true);
export const outliersParam = flagParam('outliers', true, true);
export const zeroParam = flagParam('zero', false, true);
export const supersededParam = flagParam('old');
export const linkedCursorParam = flagParam('link', true, true);

// How much of the newest data is followed, in units of x; 0: not at all.
export const followParam = numberParam('follow', 0, 0, 1e15);

const lines = ['mean', 'median'] as const;
const bands = ['none', 'std', 'stderr', 'min-max', 'quantiles'] as const;

// "mean*std*r1*(seed)": line, band, by regular expression or tag and whether single runs show, pattern.
export const groupParam: ViewParam<GroupBy | undefined> = {
  key: 'group',
  initial: undefined,
  parse(text) {
    const [line, band, by, ...rest] = text.split('*');
    const knownLine = lines.find((name) => name === line);
    const knownBand = bands.find((name) => name === band);
    if (knownLine === undefined || knownBand === undefined || by === undefined) return undefined;
    return {
      line: knownLine,
      band: knownBand,
      by: by.startsWith('t') ? 'tag' : 'regex',
      showsRuns: by.endsWith('1'),
      pattern: rest.join('*'),
    };
  },
  format: (group) =>
    group === undefined
      ? ''
      : `${group.line}*${group.band}*${group.by === 'tag' ? 't' : 'r'}${group.showsRuns ? 1 : 0}*${group.pattern}`,
};
