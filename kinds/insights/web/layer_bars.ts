// Values of layers as bars. They differ by powers of ten, so bars are as long as the logarithm says: each tenth part is as wide as the next.
import type { LayerValue } from '$kind/insights_answer';

export interface LayerBar {
  readonly tag: string;
  readonly value: number;
  // 0 to 1. The smallest that is not zero is still seen.
  readonly length: number;
}

const least = 0.06;

export function layerBars(layers: readonly LayerValue[]): readonly LayerBar[] {
  const sizes = layers.map(({ value }) => Math.abs(value)).filter((size) => size > 0 && Number.isFinite(size));
  const [low, high] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
  return layers.map(({ tag, value }) => {
    const size = Math.abs(value);
    if (Number.isNaN(size) || size === 0) return { tag, value, length: 0 };
    if (size === Number.POSITIVE_INFINITY || high === low) return { tag, value, length: 1 };
    return { tag, value, length: least + (1 - least) * ((Math.log10(size) - low) / (high - low)) };
  });
}
