// Texts that fit where there is little room.
import { labelPlaces } from './scene_curve';
import type { Bounds, TextShape } from './scene_shapes';

// The width of a text at a size of one pixel.
export type MeasureText = (text: string, isBold: boolean) => number;

const mostKept = 20_000;

// Remembers widths: to measure takes much longer than to look up.
export class TextFitter {
  readonly #measure: MeasureText;
  readonly #widths = new Map<string, number>();
  readonly #cuts = new Map<string, string>();

  constructor(measure: MeasureText) {
    this.#measure = measure;
  }

  width(text: string, isBold: boolean): number {
    const key = isBold ? `b${text}` : `n${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const width = this.#measure(text, isBold);
    if (this.#widths.size >= mostKept) this.#widths.clear();
    this.#widths.set(key, width);
    return width;
  }

  // The text, or its beginning and end, which tells numbered names apart. '' where not even two letters fit.
  fit(text: string, isBold: boolean, room: number): string {
    if (this.width(text, isBold) <= room) return text;
    const letters = [...text];
    const wanted = Math.floor((letters.length * room) / Math.max(1e-9, this.width(text, isBold)));
    const key = `${isBold ? 'b' : 'n'}${String(wanted)} ${text}`;
    const known = this.#cuts.get(key);
    // Of a known cut the room may be a little less than it was.
    if (known !== undefined && (known === '' || this.width(known, isBold) <= room)) return known;
    let count = Math.min(wanted, letters.length - 1);
    let cut = '';
    for (; count >= 2; count -= 1) {
      cut = cutTo(letters, count);
      if (this.width(cut, isBold) <= room) break;
    }
    const result = count >= 2 ? cut : '';
    if (this.#cuts.size >= mostKept) this.#cuts.clear();
    this.#cuts.set(key, result);
    return result;
  }
}

function cutTo(letters: readonly string[], count: number): string {
  const end = Math.floor(count * 0.4);
  return `${letters.slice(0, count - end).join('')}…${end === 0 ? '' : letters.slice(-end).join('')}`;
}

// Places on screen that are written on.
export class WrittenPlaces {
  static readonly #cell = 48;
  readonly #cells = new Map<number, number[]>();

  add(left: number, top: number, right: number, bottom: number): void {
    for (const key of WrittenPlaces.#keys(left, top, right, bottom)) {
      const cell = this.#cells.get(key);
      if (cell === undefined) this.#cells.set(key, [left, top, right, bottom]);
      else cell.push(left, top, right, bottom);
    }
  }

  isFree(left: number, top: number, right: number, bottom: number): boolean {
    for (const key of WrittenPlaces.#keys(left, top, right, bottom)) {
      const cell = this.#cells.get(key) ?? [];
      for (let i = 0; i < cell.length; i += 4) {
        const [l = 0, t = 0, r = 0, b = 0] = [cell[i], cell[i + 1], cell[i + 2], cell[i + 3]];
        if (l < right && left < r && t < bottom && top < b) return false;
      }
    }
    return true;
  }

  static *#keys(left: number, top: number, right: number, bottom: number): Generator<number> {
    const cell = WrittenPlaces.#cell;
    for (let y = Math.floor(top / cell); y <= Math.floor(bottom / cell); y += 1) {
      for (let x = Math.floor(left / cell); x <= Math.floor(right / cell); x += 1) yield y * 100_003 + x;
    }
  }
}

export interface PlacedText {
  readonly text: string;
  // The left of the letters and their middle, in pixels of the scene's own frame: without the camera's move.
  readonly left: number;
  readonly y: number;
}

// Where a text of `size` pixels is written at this scale, and takes the place; undefined: nowhere.
export function placeText(
  shape: TextShape,
  size: number,
  scale: number,
  fitter: TextFitter,
  written: WrittenPlaces,
): PlacedText | undefined {
  const text = fitter.fit(shape.text, shape.isBold, (shape.room * scale) / size);
  if (text === '') return undefined;
  const width = fitter.width(text, shape.isBold) * size;
  const before = shape.anchor === 'middle' ? width / 2 : shape.anchor === 'end' ? width : 0;
  const places = shape.along === undefined ? [shape.x, shape.y] : labelPlaces(shape.along);
  for (let i = 0; i + 1 < places.length; i += 2) {
    const left = (places[i] ?? 0) * scale - before;
    const y = (places[i + 1] ?? 0) * scale;
    const place = [left - 2, y - size * 0.6, left + width + 2, y + size * 0.6] as const;
    if (shape.isYielding && !written.isFree(...place)) continue;
    written.add(...place);
    return { text, left, y };
  }
  return undefined;
}

// Texts stay off a body, and off the border of what is open.
export function occupy(shape: Bounds, isOpen: boolean, scale: number, written: WrittenPlaces): void {
  const [left, right] = [shape.left * scale, shape.right * scale];
  const [top, bottom] = [shape.top * scale, shape.bottom * scale];
  if (!isOpen) {
    written.add(left, top, right, bottom);
    return;
  }
  written.add(left - 1, top, left + 1, bottom);
  written.add(right - 1, top, right + 1, bottom);
  written.add(left, top - 1, right, top + 1);
  written.add(left, bottom - 1, right, bottom + 1);
}
