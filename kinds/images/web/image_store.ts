// Images that were loaded: a slider that goes back and forth shows them at once. As many as fit into a number of bytes; what is on screen is
// never dropped.
import { isAborted, ServerError, type Server } from '$api/server';
import { object, optionalText } from '$api/foreign';
import type { LoadOptions, LoadQueue } from '$media/load_queue';
import { fetchMedia } from '$media/media_download';
import { valueKey, valuePath, valueQuery, type ValueRef } from '$media/media_url';
import { isCutOff } from './image_check';

export interface LoadedImage {
  readonly key: string;
  // An address inside the browser, as long as the store keeps the image.
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly contentType: string;
  readonly fileBytes: number;
  // Only the first part of it is there.
  readonly isCutOff: boolean;
}

// Why an image cannot be shown: what the server found wrong, or undefined if only the browser refuses it.
export class ImageError extends Error {
  constructor(readonly reason: string | undefined) {
    super(reason ?? 'not an image');
  }
}

// The browser decodes beside the page's own work; a stand-in in tests.
export type DecodeImage = (url: string) => Promise<{ readonly width: number; readonly height: number }>;

interface Entry {
  readonly image: LoadedImage;
  readonly bytes: number;
  holds: number;
}

interface Pending {
  readonly promise: Promise<LoadedImage>;
  readonly controller: AbortController;
  distance: () => number;
  waiters: number;
}

const budgetBytes = 256 * 2 ** 20;

export class ImageStore {
  // The longest unused first.
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<string, Pending>();
  #bytes = 0;

  constructor(
    private readonly server: Server,
    private readonly queue: LoadQueue,
    private readonly decode: DecodeImage = decodeInBrowser,
    private readonly budget = budgetBytes,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  peek(ref: ValueRef): LoadedImage | undefined {
    return this.#use(valueKey(ref));
  }

  // Fails with an ImageError, or as requests do. Whoever comes while an image is on its way waits for the same request; it is given up when
  // nobody waits any longer.
  load(ref: ValueRef, { signal, distance = () => 0 }: LoadOptions): Promise<LoadedImage> {
    const key = valueKey(ref);
    const known = this.#use(key);
    if (known !== undefined) return Promise.resolve(known);
    const pending = this.#pending.get(key) ?? this.#start(key, ref, distance);
    pending.waiters += 1;
    const others = pending.distance;
    pending.distance = () => Math.min(others(), distance());
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        pending.waiters -= 1;
        if (pending.waiters === 0) {
          pending.controller.abort();
          if (this.#pending.get(key) === pending) this.#pending.delete(key);
        }
        reject(new DOMException('aborted', 'AbortError'));
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      pending.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  // Keeps the image until the returned function is called.
  hold({ key }: LoadedImage): () => void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return () => undefined;
    entry.holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      entry.holds -= 1;
      this.#trim();
    };
  }

  clear(): void {
    for (const { controller } of this.#pending.values()) controller.abort();
    this.#pending.clear();
    for (const { image } of this.#entries.values()) URL.revokeObjectURL(image.url);
    this.#entries.clear();
    this.#bytes = 0;
  }

  #start(key: string, ref: ValueRef, distance: () => number): Pending {
    const controller = new AbortController();
    const { signal } = controller;
    const pending: Pending = {
      controller,
      distance,
      waiters: 0,
      promise: this.queue
        .run(() => fetchMedia(this.server, 'images', ref, signal), { signal, distance: () => pending.distance() })
        .then((blob) => this.#take(key, ref, blob, signal))
        .finally(() => {
          if (this.#pending.get(key) === pending) this.#pending.delete(key);
        }),
    };
    // Each that waits is told; if all have left, nobody is.
    pending.promise.catch(() => undefined);
    this.#pending.set(key, pending);
    return pending;
  }

  async #take(key: string, ref: ValueRef, blob: Blob, signal: AbortSignal): Promise<LoadedImage> {
    const isCut = isCutOff(new Uint8Array(await blob.arrayBuffer()));
    const url = URL.createObjectURL(blob);
    try {
      const { width, height } = await this.decode(url);
      if (signal.aborted) throw new DOMException('aborted', 'AbortError');
      const image = { key, url, width, height, contentType: blob.type, fileBytes: blob.size, isCutOff: isCut };
      // What the browser keeps of it: the file, and four bytes to a pixel.
      const entry = { image, bytes: blob.size + width * height * 4, holds: 0 };
      this.#entries.set(key, entry);
      this.#bytes += entry.bytes;
      this.#trim(key);
      return image;
    } catch (error) {
      URL.revokeObjectURL(url);
      if (isAborted(error)) throw error;
      throw new ImageError(await this.#reason(ref, signal));
    }
  }

  async #reason(ref: ValueRef, signal: AbortSignal): Promise<string | undefined> {
    try {
      const info = object(await this.server.get(valuePath('images', 'info'), valueQuery(ref), signal), 'info');
      return optionalText(info['error']);
    } catch (error) {
      return error instanceof ServerError ? error.message : undefined;
    }
  }

  #use(key: string): LoadedImage | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.image;
  }

  #trim(newest?: string): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.budget) return;
      if (entry.holds > 0 || key === newest) continue;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
      URL.revokeObjectURL(entry.image.url);
    }
  }
}

async function decodeInBrowser(url: string): Promise<{ readonly width: number; readonly height: number }> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return { width: image.naturalWidth, height: image.naturalHeight };
}
