// What a picture is made of: a list of plain shapes that a canvas paints and an SVG writes. Pictures are functions from data to such lists, so
// tests read them without a browser.
import type { Rect } from '$charts/chart_layout';

// A line through points; filled, the area between it and the straight way from its end to its beginning.
export interface PathShape {
  readonly kind: 'path';
  // x and y in turn.
  readonly points: Float32Array;
  readonly fill?: string | undefined;
  readonly fillAlpha?: number | undefined;
  readonly stroke?: string | undefined;
  readonly width?: number | undefined;
  readonly strokeAlpha?: number | undefined;
  readonly dash?: readonly number[] | undefined;
}

// Upright and level hairlines: grids and axes. x0, y0, x1, y1 in turn.
export interface RulesShape {
  readonly kind: 'rules';
  readonly ends: readonly number[];
  readonly color: string;
}

export interface TextShape {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  // Of the middle of the letters.
  readonly y: number;
  readonly color: string;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
}

// A table of colours: column i reaches from lefts[i] to rights[i], row j from ys[j] down to ys[j + 1].
export interface CellsShape {
  readonly kind: 'cells';
  readonly lefts: Float32Array;
  readonly rights: Float32Array;
  readonly ys: Float32Array;
  // Column after column; places in the ramp. 0 is empty and not drawn.
  readonly levels: Uint8Array;
  readonly ramp: readonly string[];
  readonly area: Rect;
}

export interface BoxShape {
  readonly kind: 'box';
  readonly rect: Rect;
  readonly fill?: string | undefined;
  readonly fillAlpha?: number | undefined;
  readonly stroke?: string | undefined;
}

export type Shape = PathShape | RulesShape | TextShape | CellsShape | BoxShape;

export const labelSize = 11;

export function pathShape(points: readonly number[], look: Omit<PathShape, 'kind' | 'points'>): PathShape {
  return { kind: 'path', points: Float32Array.from(points), ...look };
}
