// Files of what a card shows: all steps as the server has them, and pictures.
import type { Server } from '$api/server';
import { figureFileName } from '$charts/chart_figure';
import type { MenuItem } from '$widgets/menu';
import type { SeriesName } from './histogram_answer';

export type DataFormat = 'csv' | 'json';

export interface DownloadChoice {
  readonly kind: 'histograms' | 'distributions';
  readonly format: DataFormat;
  readonly beginStep?: number | undefined;
  readonly endStep?: number | undefined;
  // Of distributions; undefined: as TensorBoard has them.
  readonly levels?: readonly number[] | undefined;
}

// The file of one series: made by the server while it is sent, every step of it.
export function downloadAddress(server: Server, series: SeriesName, choice: DownloadChoice): string {
  return server.address(`api/${choice.kind}/download`, {
    run_id: series.runId,
    tag_id: series.tagId,
    format: choice.format,
    begin_step: choice.beginStep,
    end_step: choice.endStep,
    levels: choice.levels?.join(','),
  });
}

export interface DownloadWords {
  readonly csv: string;
  readonly json: string;
}

// For the menu of a card: a file for each series.
export function downloadItems(
  server: Server,
  series: readonly SeriesName[],
  choice: Omit<DownloadChoice, 'format'>,
  words: DownloadWords,
): readonly MenuItem[] {
  return (['csv', 'json'] as const).map((format) => ({
    kind: 'action',
    icon: 'download',
    title: words[format],
    isDisabled: series.length === 0,
    run: () => series.forEach((one) => saveAddress(downloadAddress(server, one, { ...choice, format }))),
  }));
}

// A browser that was told to save an address reads it after the click.
const releaseMilliseconds = 60_000;

export function saveSvg(svg: string, name: string): void {
  saveBlob(new Blob([svg], { type: 'image/svg+xml' }), figureFileName(name, 'svg'));
}

// As bytes of pixels that a canvas or a figure gave.
export function savePng(png: Blob, name: string): void {
  saveBlob(png, figureFileName(name, 'png'));
}

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  saveAddress(address, name);
  setTimeout(() => URL.revokeObjectURL(address), releaseMilliseconds);
}

// '' lets the server name the file.
function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
