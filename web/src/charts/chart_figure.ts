// What a user chooses for a picture of a chart, and what comes of it.
import type { Language } from '$base/language.svelte';
import type { AxisText, ChartAxes } from './chart_zoom';
import type { ChartTheme, LineSeries, LineStyle } from './line_data';
import type { Figure } from './svg_export';

export type FigureFormat = 'svg' | 'png';

export interface FigureChoice {
  readonly format: FigureFormat;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly rightLabel: string;
  readonly hasLegend: boolean;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  // Pixels of a PNG for each pixel of the figure.
  readonly scale: number;
  readonly isOnWhite: boolean;
}

// The chart that the picture is of.
export interface FigureSource {
  readonly axes: ChartAxes;
  readonly series: readonly LineSeries[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly xText: AxisText;
  readonly theme: ChartTheme;
  readonly language: Language;
}

export type FigureNumber = 'width' | 'height' | 'fontSize';

export const figureLimits: Readonly<Record<FigureNumber, { readonly min: number; readonly max: number }>> = {
  width: { min: 160, max: 4000 },
  height: { min: 120, max: 4000 },
  fontSize: { min: 6, max: 48 },
};

// Paper is white whatever the page looks like, so these colours are not the theme's.
const paperTheme: ChartTheme = {
  ground: '#ffffff',
  text: '#1a1a1a',
  dim: '#444444',
  grid: '#e6e6e6',
  axis: '#666666',
  accent: '#0b6e69',
  isDark: false,
};

// The number that is out of its limits, or undefined.
export function wrongNumber(choice: FigureChoice): FigureNumber | undefined {
  const names: readonly FigureNumber[] = ['width', 'height', 'fontSize'];
  return names.find((name) => {
    const { min, max } = figureLimits[name];
    return !(choice[name] >= min && choice[name] <= max);
  });
}

// REQUIRES: wrongNumber(choice) is undefined.
export function figureOf(choice: FigureChoice, source: FigureSource): Figure {
  return {
    title: choice.title,
    xLabel: choice.xLabel,
    yLabel: choice.yLabel,
    rightLabel: choice.rightLabel,
    width: choice.width,
    height: choice.height,
    fontSize: choice.fontSize,
    legend: choice.hasLegend,
    view: source.axes,
    xText: source.xText,
    yText: 'number',
    series: source.series,
    styles: unhighlighted(source.styles),
    theme: choice.isOnWhite ? paperTheme : source.theme,
    language: source.language,
  };
}

// What lies under the pointer while somebody saves is no part of the picture.
function unhighlighted(styles: ReadonlyMap<string, LineStyle>): ReadonlyMap<string, LineStyle> {
  return new Map([...styles].map(([key, style]) => [key, { ...style, isHighlighted: false }]));
}

const longestName = 100;

// A name that every file system takes.
export function plainFileName(name: string, extension: string, otherwise: string): string {
  const plain = name.replace(/[\u0000-\u001f\u007f<>:"/\\|?*\s]+/g, '_').replace(/^[._]+|[._]+$/g, '');
  return `${[...plain].slice(0, longestName).join('') || otherwise}.${extension}`;
}

export function figureFileName(name: string, format: FigureFormat): string {
  return plainFileName(name, format, 'chart');
}
