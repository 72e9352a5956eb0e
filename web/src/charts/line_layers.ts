// What is drawn, in which order, how strong and how wide: the same for the screen and for figures.

import type { Band, ChartTheme, LineSeries, LineStyle } from './line_data';

// The line of a background series is `line` too, only fainter.
export type LinePart = 'superseded' | 'band' | 'raw' | 'line' | 'marks';

export interface Stroke {
  readonly part: LinePart;
  readonly series: LineSeries;
  readonly band?: Band | undefined; // of the part 'band'
  readonly color: string;
  readonly alpha: number;
  readonly width: number; // CSS pixels; of no meaning for bands
  readonly dash: readonly number[];
  readonly hasEndDot: boolean;
}

export const loneDotRadius = 3;
export const endDotRadius = 2.5;
export const markRadius = 5;

const lineWidth = 1.5;
const highlightedWidth = 2.5;
const thinWidth = 1;
const backgroundAlpha = 0.2;
const supersededAlpha = 0.4;
const supersededDash = [4, 3];
const bandAlpha = { light: 0.15, dark: 0.2 };
const rawAlpha = 0.25;
// Of every series but the highlighted ones.
const steppedBackAlpha = 0.25;
// Dots at the ends tell lines apart only as long as they do not hide them.
const mostEndDots = 40;

// Background first, then superseded branches, bands, raw lines, lines and marks; within a layer as listed, highlighted ones last.
export function lineStrokes(
  series: readonly LineSeries[],
  styles: ReadonlyMap<string, LineStyle>,
  theme: ChartTheme,
): readonly Stroke[] {
  const plain: LineSeries[] = [];
  const highlighted: LineSeries[] = [];
  for (const one of series) {
    const style = styles.get(one.key);
    if (style?.isVisible) (style.isHighlighted ? highlighted : plain).push(one);
  }
  const ordered = [...plain, ...highlighted];
  const stepBack = highlighted.length > 0 ? steppedBackAlpha : 1;
  const hasEndDots = ordered.reduce((count, one) => count + (one.isBackground ? 0 : 1), 0) <= mostEndDots;
  const strokes: Stroke[] = [];
  const add = (
    one: LineSeries,
    part: LinePart,
    alpha: number,
    width: number,
    dash?: readonly number[],
    band?: Band,
  ): void => {
    const style = styles.get(one.key);
    if (style === undefined) return;
    strokes.push({
      part,
      series: one,
      band,
      color: style.color,
      alpha: alpha * (style.isHighlighted ? 1 : stepBack),
      width,
      dash: dash ?? style.dash,
      hasEndDot: part === 'line' && !one.isBackground && (hasEndDots || style.isHighlighted),
    });
  };
  for (const one of ordered) if (one.isBackground) add(one, 'line', backgroundAlpha, thinWidth);
  for (const one of ordered) {
    if (one.superseded !== undefined) add(one, 'superseded', supersededAlpha, thinWidth, supersededDash);
  }
  for (const one of ordered) {
    const alpha = theme.isDark ? bandAlpha.dark : bandAlpha.light;
    for (const band of one.bands ?? []) add(one, 'band', alpha, 0, [], band);
  }
  for (const one of ordered) if (one.raw !== undefined && !one.isBackground) add(one, 'raw', rawAlpha, thinWidth, []);
  for (const one of ordered) {
    if (!one.isBackground) add(one, 'line', 1, styles.get(one.key)?.isHighlighted ? highlightedWidth : lineWidth);
  }
  for (const one of ordered)
    if ((one.marks?.length ?? 0) > 0) add(one, 'marks', one.isBackground ? backgroundAlpha : 1, 0, []);
  return strokes;
}
