// How wide the runs may be: readable at least, and never so wide that no chart fits beside.

export const paneLimits = {
  min: 200,
  // Where the hand lets go below this, the pane closes.
  closesBelow: 120,
  // What the charts keep.
  rest: 320,
} as const;

const keyStep = 16;

export function clampWidth(width: number, pageWidth: number): number {
  const max = Math.max(paneLimits.min, pageWidth - paneLimits.rest);
  return Math.round(Math.min(max, Math.max(paneLimits.min, width)));
}

// The width after a key press on the splitter; undefined: not a key of it.
export function keyedWidth(key: string, width: number, isFast: boolean, pageWidth: number): number | undefined {
  const step = isFast ? keyStep * 4 : keyStep;
  switch (key) {
    case 'ArrowLeft':
      return clampWidth(width - step, pageWidth);
    case 'ArrowRight':
      return clampWidth(width + step, pageWidth);
    case 'Home':
      return clampWidth(0, pageWidth);
    case 'End':
      return clampWidth(Number.POSITIVE_INFINITY, pageWidth);
    default:
      return undefined;
  }
}
