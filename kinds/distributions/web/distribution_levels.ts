// Which percentiles are shown: shares from 0 to 1, rising.

// TensorBoard's nine: minimum, maximum, and of a normal distribution the median and half, one and one and a half deviations around it.
export const tensorboardLevels: readonly number[] = [0, 0.0668, 0.1587, 0.3085, 0.5, 0.6915, 0.8413, 0.9332, 1];

export const mostLevels = 15;

// Percents with anything between them: "5 25 50 75 95", "5,25". undefined: not so, or too many.
export function parseLevels(text: string): readonly number[] | undefined {
  const words = text.split(/[\s,;_%]+/).filter((word) => word !== '');
  const percents = words.map(Number);
  if (percents.length === 0 || percents.some((percent) => !(percent >= 0 && percent <= 100))) return undefined;
  // As written: a hundredth of what has four digits is not what they say.
  const levels = [...new Set(percents.map((percent) => Number((percent / 100).toPrecision(12))))];
  return levels.length > mostLevels ? undefined : levels.sort((a, b) => a - b);
}

export function percentText(level: number): string {
  return String(Number((level * 100).toPrecision(12)));
}

export function levelsText(levels: readonly number[], between: string): string {
  return levels.map(percentText).join(between);
}

export function areTensorboardLevels(levels: readonly number[]): boolean {
  return levelsText(levels, ' ') === levelsText(tensorboardLevels, ' ');
}

// What is asked of the server: the line is the median, whatever was chosen around it.
export function askedLevels(levels: readonly number[]): readonly number[] {
  return levels.includes(0.5) ? levels : [...levels, 0.5].sort((a, b) => a - b);
}

// From one level to another, which may be the median.
export interface LevelBand {
  readonly low: number;
  readonly high: number;
}

// The widest first, each within the one before: the lowest to the highest, the next to the next, and the median where one side has more.
export function levelBands(levels: readonly number[]): readonly LevelBand[] {
  const lows = levels.filter((level) => level < 0.5);
  const highs = levels.filter((level) => level > 0.5).reverse();
  const count = Math.max(lows.length, highs.length);
  return Array.from({ length: count }, (_, i) => ({ low: lows[i] ?? 0.5, high: highs[i] ?? 0.5 }));
}
