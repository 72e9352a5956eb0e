// Colours of histograms over time, and of densities.
import { colorOf, perceivedOf } from './perceived_color';

// From old to new: brighter and paler behind, the run's own colour and darker in front. `count` colours, the last for the newest.
export function rowColors(color: string, count: number, isDark: boolean): readonly string[] {
  const own = perceivedOf(color);
  const [oldest, newest] = isDark ? ([0.82, 0.58] as const) : ([0.87, 0.5] as const);
  return Array.from({ length: count }, (_, row) => {
    const part = count === 1 ? 1 : row / (count - 1);
    return colorOf({
      lightness: oldest + (newest - oldest) * part,
      chroma: own.chroma * (0.55 + 0.45 * part),
      hue: own.hue,
    });
  });
}

export const rampSteps = 64;

const degrees = Math.PI / 180;

// From nothing to the highest density in even steps of lightness: from the card's ground away from it, so that empty looks empty in both
// themes. Place 0 is the ground itself.
export function densityRamp(isDark: boolean): readonly string[] {
  return Array.from({ length: rampSteps }, (_, i) => {
    const part = i / (rampSteps - 1);
    const lightness = isDark ? 0.26 + 0.69 * part : 0.965 - 0.725 * part;
    const hue = (isDark ? 258 - 148 * part : 190 + 78 * part) * degrees;
    // Weak at both ends: nothing looks like nothing, and the most is dark or bright before it is coloured.
    const chroma = 0.008 + 0.105 * Math.sin(0.92 * Math.PI * part ** 0.85);
    return colorOf({ lightness, chroma, hue });
  });
}
