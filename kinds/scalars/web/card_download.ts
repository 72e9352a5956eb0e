// Files with all points of the selected runs.
import type { Server } from '$api/server';
import { plainFileName } from '$charts/chart_figure';
import { prepareDownload, type ExportFormat } from './data/export_links';

export interface PointsChoice {
  readonly format: ExportFormat;
  // Ids; undefined: all.
  readonly tags: readonly string[] | undefined;
  readonly hasSuperseded: boolean;
  // Of the only tag, which names the file.
  readonly tagName?: string | undefined;
}

// What is needed of the page.
export interface PointsSource {
  readonly server: Server;
  readonly runs: { readonly isEverything: boolean; readonly selected: readonly { readonly id: string }[] };
}

// A browser that was told to save an address reads it after the click.
const releaseMilliseconds = 60_000;

// Fails as requests do.
export async function downloadPoints(app: PointsSource, choice: PointsChoice, signal?: AbortSignal): Promise<void> {
  const { format, tags, hasSuperseded, tagName } = choice;
  const runs = app.runs.isEverything ? undefined : app.runs.selected.map((run) => run.id);
  const { address, name, release } = await prepareDownload(app.server, { format, runs, tags, hasSuperseded }, signal);
  saveAs(
    address,
    name === undefined || tagName === undefined ? (name ?? '') : plainFileName(tagName, format, 'scalars'),
  );
  setTimeout(release, releaseMilliseconds);
}

// '' lets the server name the file.
function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
