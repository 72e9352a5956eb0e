// Light or dark, as chosen or as the system has it. The theme's colours are CSS variables (shell/theme.css); whoever draws on a canvas reads
// them again when `theme` changes.
import type { Settings } from './settings.svelte';

export type Theme = 'light' | 'dark';

export class Appearance {
  #isSystemDark = $state(false);

  constructor(private readonly settings: Settings) {
    const query = matchMedia('(prefers-color-scheme: dark)');
    this.#isSystemDark = query.matches;
    query.addEventListener('change', () => (this.#isSystemDark = query.matches));
  }

  get theme(): Theme {
    const { theme } = this.settings.values;
    return theme === 'system' ? (this.#isSystemDark ? 'dark' : 'light') : theme;
  }
}
