// From values to pixels and back, for each kind of axis. Pure numbers: no state, no drawing.

import type { AxisView, Domain, ScaleKind } from './line_data';

export interface Scale {
  readonly kind: ScaleKind;
  readonly domain: Domain;
  // NaN where a value has no place, such as zero on a log axis.
  toPixel(value: number): number;
  toValue(pixel: number): number;
}

// Half the largest double: the span between two such numbers is still finite.
const largestBound = 8.9e307;
const decadesBelowMax = 6;

// The value on the straight ruler that the pixels are divided by.
export function toRuler(kind: ScaleKind, symlogConstant: number, value: number): number {
  switch (kind) {
    case 'log':
      return value > 0 ? Math.log10(value) : Number.NaN;
    case 'symlog':
      return Math.sign(value) * Math.log1p(Math.abs(value) / symlogConstant);
    default:
      return value;
  }
}

export function fromRuler(kind: ScaleKind, symlogConstant: number, ruler: number): number {
  switch (kind) {
    case 'log':
      return 10 ** ruler;
    case 'symlog':
      return Math.sign(ruler) * Math.expm1(Math.abs(ruler)) * symlogConstant;
    default:
      return ruler;
  }
}

function usableConstant(constant: number): number {
  return constant > 0 && Number.isFinite(constant) ? constant : 1;
}

// The domain that can be drawn: finite, min below max, above zero on log axes. Links and typed limits bring any pair of numbers.
export function drawableDomain(axis: AxisView): Domain {
  const clamp = (bound: number): number => Math.min(Math.max(bound, -largestBound), largestBound);
  let min = clamp(Math.min(axis.domain.min, axis.domain.max));
  let max = clamp(Math.max(axis.domain.min, axis.domain.max));
  if (Number.isNaN(min) || Number.isNaN(max)) return axis.kind === 'log' ? { min: 1, max: 10 } : { min: 0, max: 1 };
  if (axis.kind === 'log') {
    if (max <= 0) return { min: 1, max: 10 };
    if (min <= 0) min = Math.max(max * 10 ** -decadesBelowMax, Number.MIN_VALUE);
    return min < max ? { min, max } : { min: min / 2, max: max * 2 };
  }
  if (min < max) return { min, max };
  const slack = min === 0 ? 1 : Math.abs(min) * 1e-6;
  min -= slack;
  max += slack;
  return { min, max };
}

// Pixels `begin` to `end` show the domain's min to its max; y axes are called with begin > end.
export function makeScale(axis: AxisView, begin: number, end: number): Scale {
  const domain = drawableDomain(axis);
  const { kind } = axis;
  const constant = usableConstant(axis.symlogConstant);
  const first = toRuler(kind, constant, domain.min);
  const last = toRuler(kind, constant, domain.max);
  const pixelsPerUnit = (end - begin) / (last - first);
  return {
    kind,
    domain,
    toPixel: (value) => begin + (toRuler(kind, constant, value) - first) * pixelsPerUnit,
    toValue: (pixel) => {
      if (pixelsPerUnit === 0) return domain.min;
      return fromRuler(kind, constant, first + (pixel - begin) / pixelsPerUnit);
    },
  };
}
