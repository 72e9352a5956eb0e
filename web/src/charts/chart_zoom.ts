// What part of a chart the user chose to see, apart from what fits the data by itself.
import type { AxisView, Domain, ScaleKind } from './line_data';

// A part that is absent is fitted to the data.
export interface ChartZoom {
  readonly x?: Domain | undefined;
  readonly left?: Domain | undefined;
  readonly right?: Domain | undefined;
}

// A place along x that several charts show at the same time.
export interface ChartCursor {
  readonly x: number;
}

export type AxisName = 'x' | 'left' | 'right';
export type AxisText = 'step' | 'duration' | 'time' | 'number';

export interface ChartAxes {
  readonly x: AxisView;
  readonly left: AxisView;
  readonly right?: AxisView | undefined;
}

// A domain that a scale can show: doubles must be able to tell its pixels apart, so a span near the last bits is refused.
export function isUsableDomain(domain: Domain, kind: ScaleKind): boolean {
  const { min, max } = domain;
  if (!Number.isFinite(min) || !Number.isFinite(max) || !(min < max)) return false;
  if (kind === 'log' && min <= 0) return false;
  const span = max - min;
  return Number.isFinite(span) && span > Math.max(Math.abs(min), Math.abs(max)) * 1e-13 && span > 1e-300;
}

// The zoom with some parts replaced. A part given as undefined is fitted again; nothing chosen at all is no zoom.
export function changeZoom(zoom: ChartZoom | undefined, change: ChartZoom): ChartZoom | undefined {
  const next: ChartZoom = { ...zoom, ...change };
  const { x, left, right } = next;
  if (x === undefined && left === undefined && right === undefined) return undefined;
  return {
    ...(x === undefined ? {} : { x }),
    ...(left === undefined ? {} : { left }),
    ...(right === undefined ? {} : { right }),
  };
}

export function sameDomain(a: Domain | undefined, b: Domain | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.min === b.min && a.max === b.max);
}

export function sameAxis(a: AxisView | undefined, b: AxisView | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.kind === b.kind && a.symlogConstant === b.symlogConstant && sameDomain(a.domain, b.domain);
}

// The linear part of a symlog axis ends three powers of ten below its largest value: small enough to unfold what lies near zero,
// and a power of ten, so that it does not move with every new point.
export function symlogConstantFor(domain: Domain): number {
  const size = Math.max(Math.abs(domain.min), Math.abs(domain.max));
  if (!Number.isFinite(size) || size === 0) return 1;
  return 10 ** (Math.ceil(Math.log10(size)) - 3);
}
