// The page's colours and letters as a canvas wants them.
import type { ChartTheme } from '$charts/line_data';
import type { Theme } from '$kind/appearance.svelte';
import { readTheme } from '$kind/chart_theme.svelte';

export interface PageTheme extends ChartTheme {
  readonly fontFamily: string;
}

export function readPageTheme(theme: Theme): PageTheme {
  const font = getComputedStyle(document.documentElement).getPropertyValue('--sg-font').trim();
  return { ...readTheme(theme), fontFamily: font || 'sans-serif' };
}
