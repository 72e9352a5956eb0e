// The theme's colours as a canvas wants them.
import type { ChartTheme } from '$charts/line_data';
import type { Appearance, Theme } from './appearance.svelte';

export class ChartThemeState {
  #current: ChartTheme = $state.raw(readTheme('light'));

  // REQUIRES: called while a component is made; ends with it.
  constructor(appearance: Appearance) {
    $effect(() => {
      const { theme } = appearance;
      // The page's colours change with it, after us.
      const frame = requestAnimationFrame(() => (this.#current = readTheme(theme)));
      return () => cancelAnimationFrame(frame);
    });
  }

  get current(): ChartTheme {
    return this.#current;
  }
}

export function readTheme(theme: Theme): ChartTheme {
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
  };
}
