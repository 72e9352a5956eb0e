// What the menu of a card offers.
import { copyText } from '$base/copy_text';
import type { Translate } from '$base/language.svelte';
import type { Card } from '$cards/tag_groups';
import type { LineSeries } from '$charts/line_data';
import { downloadItems } from '$histograms/histogram_download';
import type { MenuItem } from '$widgets/menu';
import { areTensorboardLevels, askedLevels } from './distribution_levels';
import type { distributionMenuMessages } from './distribution_menu_messages';
import type { DistributionView } from './distribution_view.svelte';
import type { DistributionsModel } from './distributions_model.svelte';
import { valueScales } from './distributions_params';

// A menu of more would not fit on the screen.
const mostFigures = 8;

export interface DistributionMenuParts {
  readonly model: DistributionsModel;
  readonly card: Card;
  readonly view: DistributionView;
  readonly t: Translate<typeof distributionMenuMessages>;
  openFigure(lines: readonly LineSeries[]): void;
}

export function distributionMenu(parts: DistributionMenuParts): readonly MenuItem[] {
  return [
    ...scaleItems(parts),
    { kind: 'line' },
    ...placeItems(parts),
    { kind: 'line' },
    ...fileItems(parts),
    { kind: 'line' },
    ...cardItems(parts),
  ];
}

function scaleItems({ model, card, view, t }: DistributionMenuParts): readonly MenuItem[] {
  const choices = valueScales.map((scale): MenuItem => ({
    kind: 'choice',
    isRadio: true,
    title: t(scale),
    isOn: view.scale === scale,
    run: () => model.setScale(card.key, scale),
  }));
  return [{ kind: 'heading', title: t('yAxis') }, ...choices];
}

function placeItems({ model, card: { key }, t }: DistributionMenuParts): readonly MenuItem[] {
  const before = model.deck.layout.neighbour(key, -1);
  const after = model.deck.layout.neighbour(key, 1);
  return [
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

function fileItems({ model, view, t, openFigure }: DistributionMenuParts): readonly MenuItem[] {
  const { levels } = model;
  const isSeveral = view.shown.length > 1;
  const keys = new Set(view.shown.map(({ key }) => key));
  const data = downloadItems(
    model.app.server,
    view.rows.filter(({ key }) => keys.has(key)),
    { kind: 'distributions', levels: areTensorboardLevels(levels) ? undefined : askedLevels(levels) },
    {
      csv: t(isSeveral ? 'downloadCsvEach' : 'downloadCsv'),
      json: t(isSeveral ? 'downloadJsonEach' : 'downloadJson'),
    },
  );
  const figures = view.isSide
    ? view.shown.slice(0, mostFigures).map((line) => ({
        title: t('exportFigureOf', { run: line.label }),
        run: (): void => openFigure([line]),
      }))
    : [{ title: t('exportFigure'), run: (): void => openFigure(view.shown) }];
  return [
    { kind: 'heading', title: t('download') },
    ...data,
    ...figures.map((figure): MenuItem => ({ kind: 'action', icon: 'download', ...figure })),
  ];
}

function cardItems({ model, card: { key }, t }: DistributionMenuParts): readonly MenuItem[] {
  const copy = async (): Promise<void> => {
    const { notices } = model.app;
    if (await copyText(model.deck.linkTo(key))) notices.show(t('linkCopied'));
    else notices.show(t('copyFailed'), 'problem');
  };
  return [
    { kind: 'action', icon: 'link', title: t('copyLink'), run: () => void copy() },
    {
      kind: 'action',
      icon: 'reload',
      title: t('reset'),
      isDisabled: !model.hasChanges(key),
      run: () => model.reset(key),
    },
  ];
}
