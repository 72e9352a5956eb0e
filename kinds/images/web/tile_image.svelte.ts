// The image of one tile: the newest that was asked for, and until it comes the one before.
import { isAborted, ServerError } from '$api/server';
import { valueKey, type ValueRef } from '$media/media_url';
import { ImageError, type ImageStore, type LoadedImage } from './image_store';

export type TileFailure =
  // The server or the browser says that it is no good image; the reason if one is known.
  | { readonly kind: 'damaged'; readonly reason: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string };

export class TileImage {
  readonly #store: ImageStore;
  #image: LoadedImage | undefined = $state.raw(undefined);
  #failure: TileFailure | undefined = $state.raw(undefined);
  #isBusy = $state(false);
  #wanted: ValueRef | undefined;
  #request: AbortController | undefined;
  #ahead: AbortController | undefined;
  #release: (() => void) | undefined;
  #distance: () => number = () => 0;

  constructor(store: ImageStore) {
    this.#store = store;
  }

  // Of the step before while the wanted one is on its way; undefined if that one cannot be shown.
  get image(): LoadedImage | undefined {
    return this.#image;
  }
  get failure(): TileFailure | undefined {
    return this.#failure;
  }
  get isBusy(): boolean {
    return this.#isBusy;
  }

  // `next` are likely to be wanted soon, the likeliest first.
  show(ref: ValueRef | undefined, next: readonly ValueRef[], distance: () => number): void {
    this.#distance = distance;
    const isSame = ref !== undefined && this.#wanted !== undefined && valueKey(ref) === valueKey(this.#wanted);
    if (!isSame) this.#want(ref);
    this.#prepare(next);
  }

  retry(): void {
    const ref = this.#wanted;
    this.#want(ref);
  }

  dispose(): void {
    this.#request?.abort();
    this.#ahead?.abort();
    this.#release?.();
  }

  #want(ref: ValueRef | undefined): void {
    this.#wanted = ref;
    this.#request?.abort();
    this.#request = undefined;
    if (ref === undefined) return this.#take(undefined, undefined);
    const known = this.#store.peek(ref);
    if (known !== undefined) return this.#take(known, undefined);
    const request = new AbortController();
    this.#request = request;
    this.#isBusy = true;
    this.#store.load(ref, { signal: request.signal, distance: () => this.#distance() }).then(
      (image) => {
        if (this.#request === request) this.#take(image, undefined);
      },
      (error: unknown) => {
        if (this.#request === request && !isAborted(error)) this.#take(undefined, failureOf(error));
      },
    );
  }

  #take(image: LoadedImage | undefined, failure: TileFailure | undefined): void {
    this.#request = undefined;
    const release = image && this.#store.hold(image);
    this.#release?.();
    this.#release = release;
    this.#image = image;
    this.#failure = failure;
    this.#isBusy = false;
  }

  // After all that somebody waits for.
  #prepare(next: readonly ValueRef[]): void {
    this.#ahead?.abort();
    const lacking = next.filter((ref) => this.#store.peek(ref) === undefined);
    if (lacking.length === 0) return;
    const ahead = new AbortController();
    this.#ahead = ahead;
    lacking.forEach((ref, i) => {
      const distance = (): number => 1e6 * (i + 1) + this.#distance();
      this.#store.load(ref, { signal: ahead.signal, distance }).catch(() => undefined);
    });
  }
}

function failureOf(error: unknown): TileFailure {
  if (error instanceof ImageError) return { kind: 'damaged', reason: error.reason };
  // The file no longer holds what it held: that is damage too, and asking again does not help.
  if (error instanceof ServerError && error.code === 'DATA_LOSS') return { kind: 'damaged', reason: error.message };
  return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
}
