// What one person likes, on this machine: kept in local storage, never in a link.
import { browserLanguage, languages, type Language } from '$base/language.svelte';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type PaletteName = 'standard' | 'color-blind';

export interface SettingValues {
  readonly theme: ThemeChoice;
  readonly language: Language | 'browser';
  readonly palette: PaletteName;
  readonly cardWidth: number;
  readonly cardHeight: number;
  readonly runsWidth: number;
  readonly isRunsOpen: boolean;
  readonly isRunsTree: boolean;
  // Of columns of the runs that somebody made wider or narrower: see column_widths.ts.
  readonly columnWidths: string;
  readonly isSettingsOpen: boolean;
  readonly readoutSort: 'distance' | 'value' | 'value-ascending' | 'name';
  readonly readoutRows: number;
  // Of the rules that look for trouble, those that were changed: see insights_answer.ts.
  readonly insightThresholds: string;
  // Parameters of the last view, for the next visit of a bare address.
  readonly lastView: string;
}

export const initialSettings: SettingValues = {
  theme: 'system',
  language: 'browser',
  palette: 'standard',
  cardWidth: 360,
  cardHeight: 240,
  runsWidth: 300,
  isRunsOpen: true,
  isRunsTree: false,
  columnWidths: '',
  isSettingsOpen: false,
  readoutSort: 'distance',
  readoutRows: 12,
  insightThresholds: '',
  lastView: '',
};

const storageKey = 'sightglass.settings';

export class Settings {
  #values: SettingValues = $state.raw(initialSettings);
  #browserLanguage: Language | undefined;

  // `storage` may be absent or refuse: inside frames of other sites browsers do that. Then settings last as long as the page.
  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined) {
    this.#values = this.#read();
  }

  get values(): SettingValues {
    return this.#values;
  }

  // Every word on the page asks for this. What is stored may be a language that this page does not have.
  get language(): Language {
    const chosen = languages.find((language) => language === this.#values.language);
    if (chosen !== undefined) return chosen;
    this.#browserLanguage ??= browserLanguage(navigator.languages);
    return this.#browserLanguage;
  }

  set(change: Partial<SettingValues>): void {
    this.#values = { ...this.#values, ...change };
    try {
      this.storage?.setItem(storageKey, JSON.stringify(this.#values));
    } catch {
      // Full or forbidden: the setting holds until the page is closed.
    }
  }

  // Members of the wrong type, from an older or newer page, are left at their initial value.
  #read(): SettingValues {
    try {
      const stored: unknown = JSON.parse(this.storage?.getItem(storageKey) ?? '{}');
      if (typeof stored !== 'object' || stored === null) return initialSettings;
      const known = Object.entries(initialSettings).flatMap(([name, initial]) => {
        const value: unknown = Reflect.get(stored, name);
        return typeof value === typeof initial ? [[name, value]] : [];
      });
      return { ...initialSettings, ...Object.fromEntries(known) };
    } catch {
      return initialSettings;
    }
  }
}

export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
