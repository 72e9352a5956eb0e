// The last pictures of charts that take long to draw. Runs are switched off and on, pointed at and left again: then a picture comes back that
// was there a moment before.

import type { ChartTheme, ChartView, LineStyle } from './line_data';

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

// Everything that decides a picture but the data: a chart whose data change is forgotten.
export interface Looks {
  readonly view: ChartView;
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly theme: ChartTheme;
}

interface Kept {
  readonly chart: string;
  // View and theme, as text.
  readonly place: string;
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly picture: Picture;
}

// As it is, as it was, and what lay between.
const mostOfChart = 3;

export class RecentPictures {
  // The oldest first.
  #kept: Kept[] = [];
  #bytes = 0;

  constructor(private readonly mostBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  // A copy, which the caller may give away.
  find(chart: string, looks: Looks): Picture | undefined {
    const place = placeOf(looks);
    const at = this.#kept.findIndex(
      (one) => one.chart === chart && one.place === place && areSameStyles(one.styles, looks.styles),
    );
    const [found] = at < 0 ? [] : this.#kept.splice(at, 1);
    if (found === undefined) return undefined;
    this.#kept.push(found);
    return copyOf(found.picture);
  }

  keep(chart: string, looks: Looks, picture: Picture): void {
    const ofChart = this.#kept.filter((one) => one.chart === chart);
    if (ofChart.length >= mostOfChart) this.#drop((one) => one === ofChart[0]);
    this.#kept.push({ chart, place: placeOf(looks), styles: looks.styles, picture: copyOf(picture) });
    this.#bytes += picture.pixels.byteLength;
    while (this.#bytes > this.mostBytes) this.#drop((one) => one === this.#kept[0]);
  }

  forget(chart: string): void {
    this.#drop((one) => one.chart === chart);
  }

  #drop(isGone: (one: Kept) => boolean): void {
    this.#kept = this.#kept.filter((one) => !isGone(one));
    this.#bytes = this.#kept.reduce((sum, { picture }) => sum + picture.pixels.byteLength, 0);
  }
}

function placeOf({ view, theme }: Looks): string {
  return JSON.stringify([view, theme]);
}

function copyOf(picture: Picture): Picture {
  return { ...picture, pixels: picture.pixels.slice() };
}

function areSameStyles(a: ReadonlyMap<string, LineStyle>, b: ReadonlyMap<string, LineStyle>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, style] of a) {
    const other = b.get(key);
    if (other === undefined || !isSameStyle(style, other)) return false;
  }
  return true;
}

function isSameStyle(a: LineStyle, b: LineStyle): boolean {
  return (
    a.color === b.color &&
    a.isVisible === b.isVisible &&
    a.isHighlighted === b.isHighlighted &&
    a.dash.length === b.dash.length &&
    a.dash.every((length, i) => length === b.dash[i])
  );
}
