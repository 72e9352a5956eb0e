// The lowest and highest sample of any part of a clip, exactly: what a waveform shows at any zoom.
//
// Samples are summed up in blocks, blocks in blocks of blocks. A column of pixels then looks at a few dozen numbers, however long the clip
// is, and gives what looking at all its samples would.

const fanOut = 32;

interface Level {
  // Samples of one entry.
  readonly span: number;
  readonly lows: Float32Array;
  readonly highs: Float32Array;
}

export interface Extremes {
  readonly low: number;
  readonly high: number;
}

export class Peaks {
  readonly #samples: Float32Array;
  // From fine to coarse.
  readonly #levels: readonly Level[];

  constructor(samples: Float32Array) {
    this.#samples = samples;
    const levels: Level[] = [];
    let span = fanOut;
    let below: Pick<Level, 'lows' | 'highs'> = { lows: samples, highs: samples };
    while (below.lows.length > fanOut) {
      const level = summedUp(below, span);
      levels.push(level);
      below = level;
      span *= fanOut;
    }
    this.#levels = levels;
  }

  get length(): number {
    return this.#samples.length;
  }

  // Beside the samples themselves.
  get bytes(): number {
    return this.#levels.reduce((sum, level) => sum + 8 * level.lows.length, 0);
  }

  // Of samples [begin, end); undefined if there are none.
  extremes(begin: number, end: number): Extremes | undefined {
    let [low, high] = [Infinity, -Infinity];
    let at = Math.max(0, begin);
    const last = Math.min(this.length, end);
    if (at >= last) return undefined;
    while (at < last) {
      const level = this.#coarsestAt(at, last);
      if (level === undefined) {
        const sample = this.#samples[at] ?? 0;
        if (sample < low) low = sample;
        if (sample > high) high = sample;
        at += 1;
        continue;
      }
      const entry = at / level.span;
      low = Math.min(low, level.lows[entry] ?? low);
      high = Math.max(high, level.highs[entry] ?? high);
      at += level.span;
    }
    return { low, high };
  }

  // The largest block that begins here and ends in time.
  #coarsestAt(at: number, end: number): Level | undefined {
    let found: Level | undefined;
    for (const level of this.#levels) {
      if (at % level.span !== 0 || at + level.span > end) break;
      found = level;
    }
    return found;
  }
}

function summedUp(below: Pick<Level, 'lows' | 'highs'>, span: number): Level {
  const length = Math.ceil(below.lows.length / fanOut);
  const [lows, highs] = [new Float32Array(length), new Float32Array(length)];
  for (let entry = 0; entry < length; entry += 1) {
    let [low, high] = [Infinity, -Infinity];
    const end = Math.min(below.lows.length, (entry + 1) * fanOut);
    for (let i = entry * fanOut; i < end; i += 1) {
      low = Math.min(low, below.lows[i] ?? low);
      high = Math.max(high, below.highs[i] ?? high);
    }
    lows[entry] = low;
    highs[entry] = high;
  }
  return { span, lows, highs };
}
