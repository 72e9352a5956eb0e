// Where every card stands, without making any: from this the grid takes what is near the window. Rows of a group with cards of one size are
// reckoned, so a hundred thousand cards cost no more than their groups.
import type { Card } from './tag_groups';

export interface LayoutSection {
  readonly id: string;
  readonly cards: readonly Card[];
  readonly isOpen: boolean;
}

export interface CardSize {
  // Columns.
  readonly span: number;
  readonly height: number;
}

export interface LayoutOptions {
  readonly width: number;
  readonly cardWidth: number;
  readonly cardHeight: number;
  readonly gap: number;
  readonly headingHeight: number;
  // Of cards that differ from the rest; undefined: as all others.
  readonly sizes: ReadonlyMap<string, CardSize>;
}

export interface PlacedCard {
  readonly card: Card;
  readonly section: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedHeading {
  readonly section: number;
  readonly top: number;
  // Of the whole section, since a heading stays in sight as long as any of its cards.
  readonly height: number;
}

export interface PlacedItems {
  readonly headings: readonly PlacedHeading[];
  readonly cards: readonly PlacedCard[];
}

interface Row {
  readonly top: number;
  readonly height: number;
  readonly begin: number;
  readonly end: number;
}

export class CardLayout {
  readonly columns: number;
  readonly columnWidth: number;
  readonly height: number;
  // Of every section, and one more: where the next would begin.
  readonly #tops: Float64Array;
  readonly #rows = new Map<number, readonly Row[]>();
  readonly #known = new Map<string, PlacedCard>();
  #places: Map<string, readonly [section: number, index: number]> | undefined;

  constructor(
    readonly sections: readonly LayoutSection[],
    private readonly options: LayoutOptions,
  ) {
    const { width, cardWidth, gap } = options;
    this.columns = Math.max(1, Math.floor((width + gap) / (cardWidth + gap)));
    this.columnWidth = Math.max(1, Math.floor((width - gap * (this.columns - 1)) / this.columns));
    this.#tops = new Float64Array(sections.length + 1);
    let top = 0;
    sections.forEach((section, i) => {
      this.#tops[i] = top;
      top += options.headingHeight + (section.isOpen ? this.#bodyHeight(section, i) : 0);
    });
    this.#tops[sections.length] = top;
    this.height = top;
  }

  // What lies between two heights, and the headings of all sections of which any part does.
  within(from: number, to: number): PlacedItems {
    const headings: PlacedHeading[] = [];
    const cards: PlacedCard[] = [];
    for (let i = this.#sectionAt(from); i < this.sections.length && this.#top(i) < to; i += 1) {
      const top = this.#top(i);
      headings.push({ section: i, top, height: this.#top(i + 1) - top });
      const section = this.sections[i];
      if (section?.isOpen === true) this.#addCards(section, i, from, to, cards);
    }
    return { headings, cards };
  }

  headingTop(section: number): number {
    return this.#top(section);
  }

  // undefined: there is no such card, or its group is closed.
  placeOf(key: string): { readonly top: number; readonly height: number } | undefined {
    const place = this.#findPlace(key);
    if (place === undefined) return undefined;
    const [section, index] = place;
    const rows = this.#rows.get(section);
    if (rows !== undefined) {
      const row = rows.find(({ begin, end }) => index >= begin && index < end);
      return row === undefined ? undefined : { top: row.top + this.#bodyTop(section), height: row.height };
    }
    const { cardHeight, gap } = this.options;
    const row = Math.floor(index / this.columns);
    return { top: this.#bodyTop(section) + row * (cardHeight + gap), height: cardHeight };
  }

  // The card `by` places further on among those in open groups; from nowhere, the first or last.
  neighbour(key: string | undefined, by: number): Card | undefined {
    const place = key === undefined ? undefined : this.#findPlace(key);
    const step = by < 0 ? -1 : 1;
    let section = place?.[0] ?? (by < 0 ? this.sections.length - 1 : 0);
    let index = place === undefined ? (by < 0 ? this.#count(section) - 1 : 0) : place[1] + by;
    while (section >= 0 && section < this.sections.length) {
      const count = this.#count(section);
      if (index >= 0 && index < count) return this.sections[section]?.cards[index];
      if (step > 0) index -= count;
      section += step;
      if (step < 0) index += this.#count(section);
    }
    return undefined;
  }

  #count(section: number): number {
    const found = this.sections[section];
    return found?.isOpen === true ? found.cards.length : 0;
  }

  #top(section: number): number {
    return this.#tops[section] ?? 0;
  }

  #bodyTop(section: number): number {
    return this.#top(section) + this.options.headingHeight;
  }

  #sectionAt(height: number): number {
    let low = 0;
    let high = this.sections.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#tops[middle + 1] ?? 0) <= height) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #bodyHeight(section: LayoutSection, at: number): number {
    const { cardHeight, gap, sizes } = this.options;
    if (sizes.size === 0 || !section.cards.some(({ key }) => sizes.has(key))) {
      return Math.ceil(section.cards.length / this.columns) * (cardHeight + gap);
    }
    const rows = this.#makeRows(section.cards);
    this.#rows.set(at, rows);
    const last = rows.at(-1);
    return last === undefined ? 0 : last.top + last.height + gap;
  }

  #makeRows(cards: readonly Card[]): readonly Row[] {
    const rows: Row[] = [];
    let top = 0;
    for (let begin = 0; begin < cards.length;) {
      let used = 0;
      let height = 0;
      let end = begin;
      for (let card = cards[end]; card !== undefined; card = cards[end]) {
        const size = this.#sizeOf(card.key);
        if (end > begin && used + size.span > this.columns) break;
        used += size.span;
        height = Math.max(height, size.height);
        end += 1;
      }
      rows.push({ top, height, begin, end });
      top += height + this.options.gap;
      begin = end;
    }
    return rows;
  }

  #sizeOf(key: string): CardSize {
    const size = this.options.sizes.get(key);
    if (size === undefined) return { span: 1, height: this.options.cardHeight };
    return { span: Math.min(size.span, this.columns), height: size.height };
  }

  #addCards(section: LayoutSection, at: number, from: number, to: number, found: PlacedCard[]): void {
    const bodyTop = this.#bodyTop(at);
    for (const row of this.#rowsWithin(section, at, from - bodyTop, to - bodyTop)) {
      let column = 0;
      for (let i = row.begin; i < row.end; i += 1) {
        const card = section.cards[i];
        if (card === undefined) break;
        const { span } = this.#sizeOf(card.key);
        const left = column * (this.columnWidth + this.options.gap);
        const width = span * this.columnWidth + (span - 1) * this.options.gap;
        found.push(this.#placed(card, { section: at, left, top: bodyTop + row.top, width, height: row.height }));
        column += span;
      }
    }
  }

  // The same object each time, so that who shows the card sees that nothing changed.
  #placed(card: Card, place: Omit<PlacedCard, 'card'>): PlacedCard {
    const known = this.#known.get(card.key);
    if (known !== undefined) return known;
    const placed = { card, ...place };
    this.#known.set(card.key, placed);
    return placed;
  }

  #rowsWithin(section: LayoutSection, at: number, from: number, to: number): readonly Row[] {
    const rows = this.#rows.get(at);
    if (rows !== undefined) return rows.filter((row) => row.top + row.height > from && row.top < to);
    const { cardHeight, gap } = this.options;
    const pitch = cardHeight + gap;
    const first = Math.max(0, Math.floor((from - cardHeight) / pitch) + 1);
    const last = Math.min(Math.ceil(section.cards.length / this.columns), Math.ceil(to / pitch));
    return Array.from({ length: Math.max(0, last - first) }, (_, i) => ({
      top: (first + i) * pitch,
      height: cardHeight,
      begin: (first + i) * this.columns,
      end: Math.min(section.cards.length, (first + i + 1) * this.columns),
    }));
  }

  #findPlace(key: string): readonly [number, number] | undefined {
    this.#places ??= new Map(
      this.sections.flatMap((section, at) =>
        section.isOpen ? section.cards.map((card, i) => [card.key, [at, i] as const] as const) : [],
      ),
    );
    return this.#places.get(key);
  }
}
