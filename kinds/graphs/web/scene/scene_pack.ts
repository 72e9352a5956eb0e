// A drawing as one row of numbers, which goes to another thread without a copy: tens of thousands of objects would be taken apart here and put
// together there, one by one.
import type { Drawing } from './scene_drawing';
import type { Stripe } from './scene_look';
import type { Bounds, Shape, ShapeLook, TextShape } from './scene_shapes';

export interface PackedDrawing {
  readonly numbers: Float64Array;
  readonly looks: readonly ShapeLook[];
  readonly texts: readonly string[];
  readonly halos: readonly string[];
  readonly stripes: readonly (readonly Stripe[])[];
}

const kinds = ['box', 'ellipse', 'curve', 'head', 'sign', 'text'] as const;
const anchors = ['start', 'middle', 'end'] as const;

export function packDrawing(drawing: Drawing): PackedDrawing {
  const writer = new DrawingWriter();
  for (const shape of drawing) writer.add(shape);
  return writer.packed();
}

export function unpackDrawing(packed: PackedDrawing): Drawing {
  return new DrawingReader(packed).all();
}

class DrawingWriter {
  #numbers = new Float64Array(65_536);
  #length = 0;
  readonly #looks = new NumberedList<ShapeLook>();
  readonly #halos = new NumberedList<string>();
  readonly #stripes = new NumberedList<readonly Stripe[]>();
  readonly #texts: string[] = [];

  packed(): PackedDrawing {
    return {
      numbers: this.#numbers.slice(0, this.#length),
      looks: this.#looks.all,
      texts: this.#texts,
      halos: this.#halos.all,
      stripes: this.#stripes.all,
    };
  }

  add(shape: Shape): void {
    // For all numbers of a shape but its lists.
    this.#reserve(32);
    this.#push(kinds.indexOf(shape.kind));
    this.#push(shape.left);
    this.#push(shape.top);
    this.#push(shape.right);
    this.#push(shape.bottom);
    this.#push(this.#looks.numberOf(shape.look));
    this.#push(shape.layer);
    switch (shape.kind) {
      case 'box':
        this.#push(shape.radius);
        this.#push(this.#stripes.numberOf(shape.stripes));
        break;
      case 'ellipse':
        this.#push(this.#stripes.numberOf(shape.stripes));
        break;
      case 'curve':
        this.#pushList(shape.data);
        break;
      case 'head':
        this.#pushList(shape.corners);
        break;
      case 'sign':
        this.#push(Number(shape.isPlus));
        break;
      case 'text':
        this.#pushText(shape);
        break;
    }
  }

  #pushText(shape: TextShape): void {
    this.#push(this.#texts.push(shape.text) - 1);
    this.#push(this.#halos.numberOf(shape.halo));
    this.#push(shape.x);
    this.#push(shape.y);
    this.#push(anchors.indexOf(shape.anchor));
    this.#push(shape.size);
    this.#push(shape.most);
    this.#push(shape.least);
    this.#push(shape.room);
    this.#push(Number(shape.isBold));
    this.#push(Number(shape.isYielding));
    this.#pushList(shape.along ?? []);
  }

  #pushList(list: readonly number[]): void {
    this.#reserve(list.length + 1);
    this.#push(list.length);
    for (const value of list) this.#push(value);
  }

  #push(value: number): void {
    this.#numbers[this.#length++] = value;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#numbers.length) return;
    const larger = new Float64Array(2 * (this.#length + more));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}

// Each value once; undefined is -1.
class NumberedList<T> {
  readonly all: T[] = [];
  readonly #numbers = new Map<T, number>();
  // Shapes of one look follow each other.
  #last: T | undefined;
  #lastNumber = -1;

  numberOf(value: T | undefined): number {
    if (value === undefined) return -1;
    if (value === this.#last) return this.#lastNumber;
    const number = this.#numbers.get(value) ?? this.all.push(value) - 1;
    this.#numbers.set(value, number);
    this.#last = value;
    this.#lastNumber = number;
    return number;
  }
}

// Only of what this page packed itself: nothing is checked.
class DrawingReader {
  readonly #packed: PackedDrawing;
  #at = 0;

  constructor(packed: PackedDrawing) {
    this.#packed = packed;
  }

  all(): Drawing {
    const shapes: Shape[] = [];
    while (this.#at < this.#packed.numbers.length) {
      const shape = this.#shape();
      if (shape !== undefined) shapes.push(shape);
    }
    return shapes;
  }

  #shape(): Shape | undefined {
    const kind = kinds[this.#next()];
    const [left, top, right, bottom] = [this.#next(), this.#next(), this.#next(), this.#next()];
    const look = this.#packed.looks[this.#next()];
    const layer = this.#next();
    if (kind === undefined || look === undefined) return undefined;
    const base = { left, top, right, bottom, look, layer };
    switch (kind) {
      case 'box':
        return { kind, ...base, radius: this.#next(), stripes: this.#packed.stripes[this.#next()] };
      case 'ellipse':
        return { kind, ...base, stripes: this.#packed.stripes[this.#next()] };
      case 'curve':
        return { kind, ...base, data: this.#list() };
      case 'head':
        return { kind, ...base, corners: this.#list() };
      case 'sign':
        return { kind, ...base, isPlus: this.#flag() };
      case 'text':
        return this.#text(base);
    }
  }

  #text(base: Bounds & { readonly look: ShapeLook; readonly layer: number }): TextShape {
    const { texts, halos } = this.#packed;
    const shape = {
      kind: 'text',
      ...base,
      text: texts[this.#next()] ?? '',
      halo: halos[this.#next()],
      x: this.#next(),
      y: this.#next(),
      anchor: anchors[this.#next()] ?? 'middle',
      size: this.#next(),
      most: this.#next(),
      least: this.#next(),
      room: this.#next(),
      isBold: this.#flag(),
      isYielding: this.#flag(),
    } as const;
    const along = this.#list();
    return along.length === 0 ? shape : { ...shape, along };
  }

  #list(): readonly number[] {
    const end = this.#next() + this.#at;
    const list: number[] = [];
    while (this.#at < end) list.push(this.#next());
    return list;
  }

  #flag(): boolean {
    return this.#next() === 1;
  }

  #next(): number {
    return this.#packed.numbers[this.#at++] ?? 0;
  }
}
