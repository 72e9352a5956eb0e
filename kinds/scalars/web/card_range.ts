// Which part of x a card asks for.
import type { Domain, ScaleKind } from '$charts/line_data';

// A little more than is seen to both sides, so that a chart that is dragged has something to show before the answer comes.
const margin = 0.25;

export function askedRange(seen: Domain | undefined, kind: ScaleKind): Domain | undefined {
  if (seen === undefined) return undefined;
  if (kind === 'log' && seen.min > 0) {
    const factor = (seen.max / seen.min) ** margin;
    return { min: seen.min / factor, max: seen.max * factor };
  }
  const more = (seen.max - seen.min) * margin;
  return { min: seen.min - more, max: seen.max + more };
}

// Pixels to ask for so that what is seen has one for each of its own.
export function askedWidth(cardWidth: number, pixelRatio: number, isZoomed: boolean): number {
  const pixels = cardWidth * pixelRatio * (isZoomed ? 1 + 2 * margin : 1);
  // Cards whose widths differ by a few pixels, while a pane is dragged, ask for the same.
  return Math.min(16_384, Math.ceil(pixels / 64) * 64);
}

// The newest `size` of x. The end moves on in steps, so that neither axis nor request changes with every point.
export function followedRange(newest: number | undefined, size: number): Domain | undefined {
  if (newest === undefined || !(size > 0)) return undefined;
  const pace = size / 20;
  const max = Math.ceil(newest / pace) * pace;
  return { min: max - size, max };
}
