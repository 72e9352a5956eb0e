// The menu of a card of images.
import { copyText } from '$base/copy_text';
import type { Translate } from '$base/language.svelte';
import type { Card } from '$cards/tag_groups';
import { allMediaFiles, mediaFile } from '$media/media_download';
import type { Step } from '$media/step_column';
import type { StepSeries } from '$media/step_series';
import type { MenuItem } from '$widgets/menu';
import type { ImagePacking } from './image_packing.svelte';
import type { imagesMessages } from './images_messages';
import type { ImagesModel } from './images_model.svelte';
import { fullViewParam, type FullView } from './images_params';

export interface ImageMenuParts {
  readonly model: ImagesModel;
  readonly card: Card;
  readonly series: readonly StepSeries[];
  readonly step: Step | undefined;
  readonly sample: number;
  readonly packing: ImagePacking;
  readonly t: Translate<typeof imagesMessages>;
}

export function imageMenu({ model, card, series, step, sample, packing, t }: ImageMenuParts): readonly MenuItem[] {
  const { app, deck } = model;
  const name = card.tag.name.replaceAll('/', '_');
  const open = (view: FullView) => (): void => {
    app.view.set(fullViewParam, view);
    if (deck.fullKey !== card.key) deck.openFull(card.key);
  };
  const shown = (): void => {
    const files = series.flatMap((one) => {
      const index = step === undefined ? one.length - 1 : one.steps.nearest(step);
      return mediaFile(one, index, sample) ?? [];
    });
    void packing.start(files, `${name}_${step ?? ''}`);
  };
  const copyLink = async (): Promise<void> => {
    const isDone = await copyText(deck.linkTo(card.key));
    app.notices.show(t(isDone ? 'copied' : 'copyFailed'), isDone ? 'info' : 'problem');
  };
  return [
    { kind: 'action', icon: 'columns', title: t('showCompare'), run: open('compare') },
    { kind: 'action', icon: 'list', title: t('showOverview'), run: open('overview') },
    { kind: 'line' },
    { kind: 'action', icon: 'download', title: t('downloadThis'), run: shown },
    {
      kind: 'action',
      icon: 'download',
      title: t('downloadAll'),
      run: () => void packing.start(allMediaFiles(series), name),
    },
    { kind: 'line' },
    { kind: 'action', icon: 'link', title: t('copyLink'), run: () => void copyLink() },
  ];
}
