// How a link writes a way of smoothing: "0.6" is TensorBoard's own, "m15" the mean of 15 points, "g3" a Gaussian, "0" none.
import type { Smoothing } from './data/card_query';

export const highestWeight = 0.999;
export const highestWindow = 10_001;
export const highestSigma = 1_000;

export function formatSmoothing(smoothing: Smoothing): string {
  switch (smoothing.kind) {
    case 'none':
      return '0';
    case 'ema':
      return String(smoothing.weight);
    case 'mean':
      return `m${smoothing.window}`;
    case 'gaussian':
      return `g${smoothing.sigma}`;
  }
}

export function parseSmoothing(text: string): Smoothing | undefined {
  const number = (rest: string): number => (rest === '' ? Number.NaN : Number(rest));
  if (text.startsWith('m')) {
    const window = number(text.slice(1));
    return Number.isInteger(window) && window >= 1 && window <= highestWindow ? { kind: 'mean', window } : undefined;
  }
  if (text.startsWith('g')) {
    const sigma = number(text.slice(1));
    return sigma > 0 && sigma <= highestSigma ? { kind: 'gaussian', sigma } : undefined;
  }
  const weight = number(text);
  if (weight === 0) return { kind: 'none' };
  return weight > 0 && weight <= highestWeight ? { kind: 'ema', weight } : undefined;
}
