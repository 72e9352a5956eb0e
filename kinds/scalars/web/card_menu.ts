// What the menu of a card offers.
import type { Translate } from '$base/language.svelte';
import type { ScaleKind } from '$charts/line_data';
import type { MenuItem } from '$widgets/menu';
import { downloadPoints } from './card_download';
import type { CardView } from './card_view.svelte';
import type { cardMenuMessages } from './card_menu_messages';
import type { ScalarsModel } from './scalars_model.svelte';
import type { Card } from '$cards/tag_groups';

export interface CardMenuParts {
  readonly model: ScalarsModel;
  readonly card: Card;
  readonly view: CardView;
  readonly t: Translate<typeof cardMenuMessages>;
  openSmoothing(): void;
  openTags(): void;
  openFigure(): void;
}

export function cardMenu(parts: CardMenuParts): readonly MenuItem[] {
  return [...axisItems(parts), { kind: 'line' }, ...tagItems(parts), { kind: 'line' }, ...fileItems(parts)];
}

function axisItems({ model, card, view, t, openSmoothing }: CardMenuParts): readonly MenuItem[] {
  const { key } = card;
  const { book } = model;
  const titles = [
    ['linear', t('linear')],
    ['log', t('log')],
    ['symlog', t('symlog')],
  ] as const;
  const scale = (axis: 'xKind' | 'yKind', shown: ScaleKind): MenuItem[] =>
    titles.map(([kind, title]) => ({
      kind: 'choice',
      isRadio: true,
      title,
      isOn: shown === kind,
      run: () => book.change(key, { [axis]: kind }),
    }));
  return [
    { kind: 'heading', title: t('yAxis') },
    ...scale('yKind', view.yKind),
    {
      kind: 'choice',
      title: t('startAtZero'),
      isOn: view.startsAtZero,
      run: () => book.change(key, { startsAtZero: !view.startsAtZero }),
    },
    {
      kind: 'choice',
      title: t('ignoreOutliers'),
      isOn: view.ignoresOutliers,
      run: () => book.change(key, { ignoresOutliers: !view.ignoresOutliers }),
    },
    // Clock times have one scale.
    ...(view.x === 'wall' ? [] : [{ kind: 'heading', title: t('xAxisScale') } as const, ...scale('xKind', view.xKind)]),
    { kind: 'line' },
    {
      kind: 'action',
      icon: 'back',
      title: t('zoomBack'),
      keys: 'Backspace',
      isDisabled: !book.hasSteps(key),
      run: () => void book.stepBack(key),
    },
    { kind: 'action', icon: 'settings', title: t('ownSmoothing'), run: openSmoothing },
    {
      kind: 'choice',
      title: t('showSuperseded'),
      isOn: view.showsSuperseded,
      run: () => book.change(key, { showsSuperseded: !view.showsSuperseded }),
    },
  ];
}

function tagItems({ model, card, view, t, openTags }: CardMenuParts): readonly MenuItem[] {
  const { key } = card;
  const before = model.deck.layout.neighbour(key, -1);
  const after = model.deck.layout.neighbour(key, 1);
  const hasMore = view.tags.length > 1;
  return [
    { kind: 'action', icon: 'tag', title: t('severalTags'), run: openTags },
    ...(hasMore ? [{ kind: 'action', icon: 'columns', title: t('split'), run: () => model.split(key) } as const] : []),
    {
      kind: 'action',
      icon: 'up',
      title: t('moveEarlier'),
      isDisabled: before === undefined,
      run: () => before && model.deck.places.move(key, before.key, false),
    },
    {
      kind: 'action',
      icon: 'down',
      title: t('moveLater'),
      isDisabled: after === undefined,
      run: () => after && model.deck.places.move(key, after.key, true),
    },
  ];
}

function fileItems({ model, card, view, t, openFigure }: CardMenuParts): readonly MenuItem[] {
  const { app } = model;
  const download = (format: 'csv' | 'json'): void => {
    const tags = view.tags.map(({ id }) => id);
    const tagName = view.tags.length === 1 ? view.tags[0]?.name : undefined;
    const choice = { format, tags, hasSuperseded: view.showsSuperseded, tagName };
    downloadPoints(app, choice).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      app.notices.show(t('downloadFailed', { message }), 'problem');
    });
  };
  return [
    { kind: 'heading', title: t('download') },
    { kind: 'action', icon: 'download', title: t('downloadCsv'), run: () => download('csv') },
    { kind: 'action', icon: 'download', title: t('downloadJson'), run: () => download('json') },
    { kind: 'action', icon: 'download', title: t('exportFigure'), run: openFigure },
    { kind: 'line' },
    { kind: 'action', icon: 'link', title: t('copyLink'), run: () => void copyCardLink(model, card.key, t) },
    {
      kind: 'action',
      icon: 'reload',
      title: t('reset'),
      isDisabled: !model.book.hasChanges(card.key),
      run: () => model.book.reset(card.key),
    },
  ];
}

async function copyCardLink(model: ScalarsModel, key: string, t: Translate<typeof cardMenuMessages>): Promise<void> {
  const { notices } = model.app;
  try {
    await navigator.clipboard.writeText(model.deck.linkTo(key));
    notices.show(t('linkCopied'));
  } catch {
    notices.show(t('copyFailed'), 'problem');
  }
}
