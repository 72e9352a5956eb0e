// Columns of cards that are off screen stay for a while, so that scrolling back shows them at once.

export interface MemoryHolder {
  // Gives up what it holds. It asks again when it is shown.
  drop(): void;
}

const defaultBytes = 48 << 20;
// Each holder hears of every live change, so small ones are limited too.
const defaultHolders = 400;

export class MemoryBudget {
  // In the order in which they were hidden.
  readonly #holders = new Map<MemoryHolder, number>();
  #bytes = 0;

  constructor(
    private readonly mostBytes = defaultBytes,
    private readonly mostHolders = defaultHolders,
  ) {}

  get bytes(): number {
    return this.#bytes;
  }

  // A holder went off screen. The longest hidden are dropped until the rest fits.
  add(holder: MemoryHolder, bytes: number): void {
    this.remove(holder);
    this.#holders.set(holder, bytes);
    this.#bytes += bytes;
    for (const [oldest] of this.#holders) {
      if (this.#bytes <= this.mostBytes && this.#holders.size <= this.mostHolders) return;
      this.remove(oldest);
      oldest.drop();
    }
  }

  // A holder is on screen again, or gone.
  remove(holder: MemoryHolder): void {
    this.#bytes -= this.#holders.get(holder) ?? 0;
    this.#holders.delete(holder);
  }
}
