// The menu of a card of histograms.
import { copyText } from '$base/copy_text';
import type { Language, Translate } from '$base/language.svelte';
import type { Card } from '$cards/tag_groups';
import type { HistogramRows } from '$histograms/histogram_answer';
import { downloadItems, savePng, saveSvg } from '$histograms/histogram_download';
import type { MenuItem } from '$widgets/menu';
import type { BinHeights } from './drawing/bin_heights';
import type { histogramsMessages } from './histograms_messages';
import type { HistogramsModel } from './histograms_model.svelte';

export interface HistogramMenuParts {
  readonly model: HistogramsModel;
  readonly card: Card;
  // What the card shows.
  readonly series: readonly HistogramRows[];
  readonly heights: readonly BinHeights[];
  readonly isPair: boolean;
  readonly language: Language;
  readonly t: Translate<typeof histogramsMessages>;
}

// Pixels of a PNG for each of the picture's: fit for print.
const pixelScale = 2;

export function histogramMenu(parts: HistogramMenuParts): readonly MenuItem[] {
  const { model, card, series, t } = parts;
  const { app, deck, span } = model;
  const range = { beginStep: span?.first, endStep: span === undefined ? undefined : span.last + 1 };
  const words = { csv: t('downloadCsv'), json: t('downloadJson') };
  const copyLink = async (): Promise<void> => {
    const isDone = await copyText(deck.linkTo(card.key));
    app.notices.show(t(isDone ? 'copied' : 'copyFailed'), isDone ? 'info' : 'problem');
  };
  const save = async (format: 'svg' | 'png'): Promise<void> => {
    try {
      await savePicture(parts, format);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      app.notices.show(t('saveFailed', { message }), 'problem');
    }
  };
  return [
    ...downloadItems(app.server, series, { kind: 'histograms', ...range }, words),
    { kind: 'line' },
    { kind: 'action', icon: 'download', title: t('saveSvg'), run: () => void save('svg') },
    { kind: 'action', icon: 'download', title: t('savePng'), run: () => void save('png') },
    { kind: 'line' },
    { kind: 'action', icon: 'link', title: t('copyLink'), run: () => void copyLink() },
  ];
}

async function savePicture(parts: HistogramMenuParts, format: 'svg' | 'png'): Promise<void> {
  const { model, card, series, heights, isPair, language } = parts;
  const { compare } = model;
  const { paperPicture } = await import('./paper_picture');
  const runs = series.flatMap((one, i) => {
    const own = heights[i];
    if (own === undefined) return [];
    const origin = model.originOf(one, false);
    return [{ series: one, heights: own, name: model.nameOf(one), color: model.app.runs.color(one.runId), origin }];
  });
  const picture = paperPicture(runs, {
    title: card.tag.displayName === '' ? card.tag.name : card.tag.displayName,
    mode: model.mode,
    axis: model.axis,
    language,
    pair:
      isPair && (compare === 'overlaid' || compare === 'mirrored')
        ? { mode: compare, step: model.keptStep, heights: model.heights }
        : undefined,
  });
  if (format === 'svg') return saveSvg(picture.svg, card.tag.name);
  const { svgPng } = await import('$charts/svg_pixels');
  const [width, height] = [Math.round(picture.width * pixelScale), Math.round(picture.height * pixelScale)];
  savePng(await svgPng(picture.svg, width, height), card.tag.name);
}
