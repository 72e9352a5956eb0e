// The clip that one lane shows: asked for when it is wanted, with the old one in place until the new one is there.
import { isAborted } from '$api/server';
import { valueKey, type ValueRef } from '$media/media_url';
import type { Clip } from './sound/clip';
import type { ClipCache } from './sound/clip_cache';
import { TooLongError, UnplayableError } from './sound/decode_sound';
import type { SoundFacts } from './sound/sound_facts';

export type LaneState = 'loading' | 'ready' | 'unplayable' | 'too-long' | 'failed';

export class LaneClip {
  readonly #cache: ClipCache;
  readonly #distance: () => number;
  readonly #onclip: (clip: Clip | undefined) => void;
  #state: LaneState = $state('loading');
  #error = $state('');
  #facts: SoundFacts | undefined = $state.raw(undefined);
  #clip: Clip | undefined = $state.raw(undefined);
  #key = $state('');
  #ref: ValueRef | undefined;
  #request: AbortController | undefined;

  // `onclip` is told whenever there is another clip, or none any more.
  constructor(cache: ClipCache, distance: () => number, onclip: (clip: Clip | undefined) => void) {
    this.#cache = cache;
    this.#distance = distance;
    this.#onclip = onclip;
  }

  get state(): LaneState {
    return this.#state;
  }
  get error(): string {
    return this.#error;
  }
  get facts(): SoundFacts | undefined {
    return this.#facts;
  }
  get clip(): Clip | undefined {
    return this.#clip;
  }
  // Names the clip that is there.
  get key(): string {
    return this.#key;
  }

  // undefined: there is nothing to show.
  show(ref: ValueRef | undefined): void {
    const isSame = this.#ref !== undefined && ref !== undefined && valueKey(this.#ref) === valueKey(ref);
    if (isSame && this.#state !== 'failed') return;
    this.#ref = ref;
    if (ref !== undefined) void this.#load(ref);
    else this.dispose();
  }

  retry(): void {
    if (this.#ref !== undefined) void this.#load(this.#ref);
  }

  dispose(): void {
    this.#request?.abort();
    this.#clip = undefined;
    this.#onclip(undefined);
  }

  async #load(ref: ValueRef): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    this.#state = 'loading';
    try {
      const clip = await this.#cache.load(ref, {
        signal: request.signal,
        distance: this.#distance,
        onfacts: (facts) => {
          if (!request.signal.aborted) this.#facts = facts;
        },
      });
      if (request.signal.aborted) return;
      this.#clip = clip;
      this.#key = valueKey(ref);
      this.#state = 'ready';
      this.#onclip(clip);
    } catch (error) {
      if (isAborted(error) || request.signal.aborted) return;
      this.#clip = undefined;
      this.#state =
        error instanceof UnplayableError ? 'unplayable' : error instanceof TooLongError ? 'too-long' : 'failed';
      this.#error = this.#facts?.error ?? (error instanceof Error ? error.message : String(error));
      this.#onclip(undefined);
    }
  }
}
