// Data and styles on their way to another thread. The columns of a chart travel in one block of memory of their own: those of the
// caller stay usable, and a view into a long answer does not drag the whole answer along.

import type { ChartTheme, ChartView, LineSeries, LineStyle, NumberColumn } from './line_data';

export type PaintRequest =
  | { readonly kind: 'data'; readonly chart: string; readonly series: readonly LineSeries[] }
  | {
      readonly kind: 'draw';
      readonly chart: string;
      readonly id: number;
      readonly view: ChartView;
      // Undefined: those of the draw before.
      readonly styles: ReadonlyMap<string, LineStyle> | undefined;
      readonly theme: ChartTheme;
    }
  | { readonly kind: 'release'; readonly chart: string };

// `id` is that of the draw request: a chart may be released and made again under the same name while it was drawn.
export interface PaintAnswer {
  readonly chart: string;
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
}

const alignment = 8;

function roundUp(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

function copyInto(buffer: ArrayBuffer, at: number, column: NumberColumn): NumberColumn {
  const place = (made: NumberColumn): NumberColumn => {
    made.set(column);
    return made;
  };
  const { length } = column;
  if (column instanceof Float64Array) return place(new Float64Array(buffer, at, length));
  if (column instanceof Float32Array) return place(new Float32Array(buffer, at, length));
  if (column instanceof Int32Array) return place(new Int32Array(buffer, at, length));
  if (column instanceof Uint32Array) return place(new Uint32Array(buffer, at, length));
  if (column instanceof Int16Array) return place(new Int16Array(buffer, at, length));
  if (column instanceof Uint16Array) return place(new Uint16Array(buffer, at, length));
  if (column instanceof Int8Array) return place(new Int8Array(buffer, at, length));
  return place(new Uint8Array(buffer, at, length));
}

function drawnColumns(series: LineSeries): readonly (NumberColumn | undefined)[] {
  const { x, y, raw, bands, superseded } = series;
  const ends = bands?.flatMap(({ low, high }) => [low, high]) ?? [];
  return [x, y, raw, ...ends, superseded?.x, superseded?.y];
}

// Copies what drawing needs; what only the readout needs stays behind. A column that several series share is copied once.
export function packSeries(series: readonly LineSeries[]): {
  readonly series: readonly LineSeries[];
  readonly buffer: ArrayBuffer;
} {
  const places = new Map<NumberColumn, number>();
  let bytes = 0;
  for (const one of series) {
    for (const column of drawnColumns(one)) {
      if (column === undefined || places.has(column)) continue;
      places.set(column, bytes);
      bytes += roundUp(column.byteLength);
    }
  }
  const buffer = new ArrayBuffer(bytes);
  const copies = new Map<NumberColumn, NumberColumn>();
  for (const [column, at] of places) copies.set(column, copyInto(buffer, at, column));
  const copyOf = (column: NumberColumn): NumberColumn => copies.get(column) ?? column;
  const packed = series.map((one): LineSeries => ({
    key: one.key,
    label: '',
    x: copyOf(one.x),
    y: copyOf(one.y),
    raw: one.raw && copyOf(one.raw),
    bands: one.bands?.map(({ low, high }) => ({ low: copyOf(low), high: copyOf(high) })),
    marks: one.marks,
    superseded: one.superseded && { x: copyOf(one.superseded.x), y: copyOf(one.superseded.y) },
    side: one.side,
    isBackground: one.isBackground,
  }));
  return { series: packed, buffer };
}
