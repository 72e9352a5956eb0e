// Clips by their address: each is asked for and decoded once, and kept while there is room. At most as many requests as the queue allows.
import type { Server } from '$api/server';
import type { LoadQueue } from '$media/load_queue';
import { valueKey, valuePath, valueQuery, type ValueRef } from '$media/media_url';
import { Clip } from './clip';
import type { DecodeSound } from './decode_sound';
import { readSoundFacts, type SoundFacts } from './sound_facts';

export interface ClipOptions {
  readonly signal: AbortSignal;
  // How far from what is looked at.
  readonly distance?: () => number;
  // Known before the sound is: also where the sound cannot be played.
  readonly onfacts?: (facts: SoundFacts) => void;
}

const defaultBudget = 256 * 2 ** 20;

export class ClipCache {
  readonly #server: Pick<Server, 'get' | 'getForBlob'>;
  readonly #queue: LoadQueue;
  readonly #decode: DecodeSound;
  readonly #budget: number;
  // The one that was used last is at the end.
  readonly #clips = new Map<string, Clip>();
  #bytes = 0;

  constructor(
    server: Pick<Server, 'get' | 'getForBlob'>,
    queue: LoadQueue,
    decode: DecodeSound,
    budget: number = defaultBudget,
  ) {
    this.#server = server;
    this.#queue = queue;
    this.#decode = decode;
    this.#budget = budget;
  }

  get bytes(): number {
    return this.#bytes;
  }

  // Only what is here already.
  peek(ref: ValueRef): Clip | undefined {
    const key = valueKey(ref);
    const clip = this.#clips.get(key);
    if (clip === undefined) return undefined;
    this.#clips.delete(key);
    this.#clips.set(key, clip);
    return clip;
  }

  // Fails as requests do, or with UnplayableError or TooLongError.
  async load(ref: ValueRef, { signal, distance = () => 0, onfacts }: ClipOptions): Promise<Clip> {
    const known = this.peek(ref);
    if (known !== undefined) {
      onfacts?.(known.facts);
      return known;
    }
    const query = valueQuery(ref);
    const clip = await this.#queue.run(
      async (abort) => {
        const facts = readSoundFacts(await this.#server.get(valuePath('audio', 'info'), query, abort));
        onfacts?.(facts);
        const blob = await this.#server.getForBlob(valuePath('audio', 'blob'), query, abort);
        return new Clip(await this.#decode(await blob.arrayBuffer(), facts), facts);
      },
      { signal, distance },
    );
    this.#keep(valueKey(ref), clip);
    return clip;
  }

  #keep(key: string, clip: Clip): void {
    if (this.#clips.has(key)) return;
    this.#clips.set(key, clip);
    this.#bytes += clip.bytes;
    for (const [oldest, old] of this.#clips) {
      if (this.#bytes <= this.#budget || oldest === key) return;
      this.#clips.delete(oldest);
      this.#bytes -= old.bytes;
    }
  }
}
