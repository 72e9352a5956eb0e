// The axis of values: every bin is equally wide on it, as the server cut them on a linear or symlog scale.
import type { AxisLanguage } from '$charts/axis_text';
import { makeScale } from '$charts/scale';
import { axisTicks, type TickDirection } from '$charts/ticks';

export interface PlacedTick {
  readonly pixel: number;
  readonly label: string;
}

export class ValueAxis {
  readonly bins: number;
  // Of every edge.
  readonly pixels: Float32Array;

  // `begin` is where the lowest edge stands; upright axes begin at the bottom. A `linearWidth` is what a symlog scale has.
  constructor(
    readonly edges: Float64Array,
    readonly linearWidth: number | undefined,
    readonly begin: number,
    readonly end: number,
  ) {
    this.bins = Math.max(0, edges.length - 1);
    this.pixels = Float32Array.from(edges, (_, i) => begin + ((end - begin) * i) / Math.max(1, this.bins));
  }

  // The bin at a pixel; beyond the ends the first or last one.
  binAt(pixel: number): number {
    const part = (pixel - this.begin) / (this.end - this.begin);
    return Math.min(this.bins - 1, Math.max(0, Math.floor(part * this.bins)));
  }

  ticks(language: AxisLanguage, direction: TickDirection): readonly PlacedTick[] {
    const { edges, bins, linearWidth, begin, end } = this;
    const view = {
      kind: linearWidth === undefined ? 'linear' : 'symlog',
      domain: { min: edges[0] ?? 0, max: edges[bins] ?? 1 },
      symlogConstant: linearWidth ?? 1,
    } as const;
    const scale = makeScale(view, begin, end);
    return axisTicks(view, Math.abs(end - begin), 'number', language, direction)
      .filter(({ label }) => label !== '')
      .map(({ value, label }) => ({ pixel: scale.toPixel(value), label }));
  }
}
