// The page's colours and letters as a canvas wants them.
import type { ChartTheme } from '$charts/line_data';
import type { Theme } from '$kind/appearance.svelte';

export interface PageTheme extends ChartTheme {
  readonly fontFamily: string;
}

export function readPageTheme(theme: Theme): PageTheme {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string): string => style.getPropertyValue(`--sg-${name}`).trim();
  return {
    ground: color('card'),
    text: color('text'),
    dim: color('dim'),
    grid: color('grid'),
    axis: color('axis'),
    accent: color('accent'),
    isDark: theme === 'dark',
    fontFamily: color('font') || 'sans-serif',
  };
}
