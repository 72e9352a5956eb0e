// Where a frequency stands on the vertical axis of a spectrogram: 0 at the bottom, 1 at the top.

export type FrequencyScale = 'linear' | 'log' | 'mel';
export const frequencyScales: readonly [FrequencyScale, ...FrequencyScale[]] = ['mel', 'log', 'linear'];

// A logarithmic axis has no zero: it begins here, below what loudspeakers play.
const lowestHertz = 20;

// As O'Shaughnessy gave it, and most programs use it: equal steps sound equally far apart.
function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

function hertzOfMel(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1);
}

// `top` is the highest frequency there is: half the sample rate.
export function placeOf(hertz: number, scale: FrequencyScale, top: number): number {
  switch (scale) {
    case 'linear':
      return hertz / top;
    case 'mel':
      return melOf(hertz) / melOf(top);
    case 'log': {
      const lowest = Math.min(lowestHertz, top / 2);
      return Math.log(Math.max(hertz, lowest) / lowest) / Math.log(top / lowest);
    }
  }
}

export function hertzAt(place: number, scale: FrequencyScale, top: number): number {
  switch (scale) {
    case 'linear':
      return place * top;
    case 'mel':
      return hertzOfMel(place * melOf(top));
    case 'log': {
      const lowest = Math.min(lowestHertz, top / 2);
      return lowest * (top / lowest) ** place;
    }
  }
}

const roundHertz = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 40_000, 80_000];

// Round frequencies, no two nearer than `gap` (in parts of the axis), from below.
export function frequencyTicks(scale: FrequencyScale, top: number, gap: number): readonly number[] {
  const chosen: number[] = [];
  let last = 0;
  for (const hertz of roundHertz) {
    const place = placeOf(hertz, scale, top);
    if (place > 1 - gap / 2) break;
    if (place - last < gap) continue;
    chosen.push(hertz);
    last = place;
  }
  return chosen;
}
