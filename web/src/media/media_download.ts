// Logged values as files: one, or many in a zip file.
import { isAborted, type Server } from '$api/server';
import type { LoadQueue } from './load_queue';
import { valuePath, valueQuery, type ValueRef } from './media_url';
import type { StepSeries } from './step_series';
import { mostZipBytes, mostZipFiles, ZipLimitError, ZipWriter } from './zip_writer';

export interface MediaFile {
  // Without its ending, which the bytes decide. Slashes make folders in a zip file.
  readonly name: string;
  readonly ref: ValueRef;
  // Seconds since 1970.
  readonly time: number;
  readonly bytes: number;
}

export interface ZipProgress {
  readonly done: number;
  readonly of: number;
}

export interface ZipOutcome {
  readonly blob: Blob;
  readonly failed: number;
  // Files that had no room.
  readonly left: number;
}

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/aac': 'aac',
  'audio/mp4': 'm4a',
  'text/plain': 'txt',
  'application/json': 'json',
};

export function endingOf(contentType: string): string {
  return endings[contentType.split(';')[0]?.trim().toLowerCase() ?? ''] ?? 'bin';
}

// The file of one sample of one step.
export function mediaFile(series: StepSeries, index: number, sample: number): MediaFile | undefined {
  const ref = series.refAt(index, sample);
  if (ref === undefined) return undefined;
  const tail = series.samples > 1 ? `_${sample}` : '';
  const name = `${series.runName}/${series.tagName}/${String(ref.step).padStart(8, '0')}${tail}`;
  // The bytes of a step are those of all its samples.
  const bytes = series.bytesAt(index) / Math.max(1, series.countAt(index));
  return { name, ref, time: series.timeAt(index), bytes };
}

// Every sample of every step.
export function allMediaFiles(series: readonly StepSeries[]): readonly MediaFile[] {
  const files: MediaFile[] = [];
  for (const one of series) {
    for (let index = 0; index < one.length; index += 1) {
      for (let sample = 0; sample < one.countAt(index); sample += 1) {
        const file = mediaFile(one, index, sample);
        if (file !== undefined) files.push(file);
      }
    }
  }
  return files;
}

// Whether one zip file can hold them; about, since steps are told with all that surrounds their bytes.
export function fitsZip(files: readonly MediaFile[]): boolean {
  return files.length <= mostZipFiles && files.reduce((sum, file) => sum + file.bytes, 0) < mostZipBytes;
}

export function fetchMedia(server: Server, kind: string, ref: ValueRef, signal?: AbortSignal): Promise<Blob> {
  return server.getForBlob(valuePath(kind, 'blob'), valueQuery(ref), signal);
}

// Fails as requests do.
export async function downloadOne(server: Server, kind: string, file: MediaFile): Promise<void> {
  const blob = await fetchMedia(server, kind, file.ref);
  saveBlob(blob, `${file.name.replaceAll('/', '_')}.${endingOf(blob.type)}`);
}

// One that cannot be had does not spoil the others: the zip file then says so in errors.txt. Only an abort ends it early.
export async function zipMedia(
  server: Server,
  kind: string,
  files: readonly MediaFile[],
  options: { readonly queue: LoadQueue; readonly signal: AbortSignal; onprogress?(progress: ZipProgress): void },
): Promise<ZipOutcome> {
  const zip = new ZipWriter();
  const errors: string[] = [];
  let done = 0;
  let left = 0;
  const { queue, signal } = options;
  const take = async (file: MediaFile): Promise<void> => {
    if (left > 0) {
      left += 1;
      return;
    }
    try {
      // What is on screen goes first.
      const blob = await queue.run((abort) => fetchMedia(server, kind, file.ref, abort), {
        signal,
        distance: () => Infinity,
      });
      const content = new Uint8Array(await blob.arrayBuffer());
      zip.add(`${file.name}.${endingOf(blob.type)}`, content, new Date(file.time * 1000));
    } catch (error) {
      if (isAborted(error)) throw error;
      if (error instanceof ZipLimitError) left += 1;
      else errors.push(`${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    done += 1;
    options.onprogress?.({ done, of: files.length });
  };
  // A few at a time: 65,535 promises at once would all hold their file.
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) await take(file);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  const failed = errors.length;
  if (failed > 0) zip.add('errors.txt', new TextEncoder().encode(`${errors.join('\n')}\n`), new Date());
  return { blob: zip.finish(), failed, left };
}

// A browser that was told to save an address reads it after the click.
const releaseMilliseconds = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), releaseMilliseconds);
}
