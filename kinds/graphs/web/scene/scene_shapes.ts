// What a drawing is made of: plain shapes in units of the scene, in the order in which they are painted. A canvas paints those in view, an
// SVG writes all of them, tests read them.
import { blended, inkOn } from './scene_colors';
import type { Stripe } from './scene_look';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

// One object for all shapes that look the same (LookBook), so that a painter joins neighbours of one look into one path.
export interface ShapeLook {
  readonly fill: string | undefined;
  readonly stroke: string | undefined;
  // Of the stroke, in units of the scene.
  readonly width: number;
  readonly dash: readonly number[] | undefined;
  readonly alpha: number;
  // Looks come in this order.
  readonly order: number;
}

interface AnyShape extends Bounds {
  readonly look: ShapeLook;
  // Within a depth, lower ones are painted first.
  readonly layer: number;
}

export interface BoxShape extends AnyShape {
  readonly kind: 'box';
  readonly radius: number;
  // Instead of the look's fill, where there is room to see them.
  readonly stripes?: readonly Stripe[] | undefined;
}

export interface EllipseShape extends AnyShape {
  readonly kind: 'ellipse';
  readonly stripes?: readonly Stripe[] | undefined;
}

// Bezier curves: the first place, then two handles and a place for each piece.
export interface CurveShape extends AnyShape {
  readonly kind: 'curve';
  readonly data: readonly number[];
}

// The head of an arrow: three corners.
export interface HeadShape extends AnyShape {
  readonly kind: 'head';
  readonly corners: readonly number[];
}

// Plus or minus.
export interface SignShape extends AnyShape {
  readonly kind: 'sign';
  readonly isPlus: boolean;
}

export interface TextShape extends AnyShape {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  // Of the middle of the letters.
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  // Of the letters, in units of the scene; on screen at most `most` pixels, and not drawn below `least`.
  readonly size: number;
  readonly most: number;
  readonly least: number;
  // Longer texts are cut.
  readonly room: number;
  readonly isBold: boolean;
  // Around the letters, where lines may pass below them.
  readonly halo: string | undefined;
  // Only drawn where nothing else is.
  readonly isYielding: boolean;
  // The curve on which it stands, at the first place that is free, instead of x and y.
  readonly along?: readonly number[];
}

export type Shape = BoxShape | EllipseShape | CurveShape | HeadShape | SignShape | TextShape;

export const layers = {
  edge: 0,
  head: 1,
  markedEdge: 2,
  markedHead: 3,
  back: 4,
  between: 5,
  front: 6,
  sign: 7,
  text: 8,
} as const;

export class LookBook {
  readonly #looks = new Map<string, ShapeLook>();
  readonly #blends = new Map<string, string>();
  readonly #inks = new Map<string, string>();

  get({ fill, stroke, width = 0, dash, alpha = 1 }: Partial<Omit<ShapeLook, 'order'>>): ShapeLook {
    const key = `${fill ?? ''}|${stroke ?? ''}|${width}|${dash === undefined ? '' : dash.join(' ')}|${alpha}`;
    const found = this.#looks.get(key);
    if (found !== undefined) return found;
    const made = { fill, stroke, width, dash, alpha, order: this.#looks.size };
    this.#looks.set(key, made);
    return made;
  }

  // Colours are mixed once, not once for each shape.
  blended(a: string, b: string, part: number): string {
    const key = `${a}${b}${part}`;
    const found = this.#blends.get(key);
    if (found !== undefined) return found;
    const made = blended(a, b, part);
    this.#blends.set(key, made);
    return made;
  }

  inkOn(fill: string): string {
    const found = this.#inks.get(fill);
    if (found !== undefined) return found;
    const made = inkOn(fill);
    this.#inks.set(fill, made);
    return made;
  }
}

export function boundsOf(x: number, y: number, w: number, h: number): Bounds {
  return { left: x, top: y, right: x + w, bottom: y + h };
}

// Of x and y in turn.
export function boundsOfPoints(points: readonly number[], margin: number): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}
