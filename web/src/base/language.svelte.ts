// The words on the page. Every part of the page has its own table, each word in all languages on one line, so that none can be
// forgotten; a component takes its words with useMessages(), and they follow the language.
import { getContext, setContext } from 'svelte';

export type Language = 'en' | 'zh';
export const languages: readonly Language[] = ['en', 'zh'];

// In a text, {name} stands for a value and {name:one|other} for a word that goes with a number.
export type MessageTable = Readonly<Record<string, readonly [en: string, zh: string]>>;
export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate<T extends MessageTable> = (key: keyof T & string, values?: MessageValues) => string;

export interface LanguageSource {
  readonly language: Language;
}

// To make one takes longer than to use it a hundred times.
const numberFormats = { en: new Intl.NumberFormat('en'), zh: new Intl.NumberFormat('zh') } as const;

const contextKey = Symbol('language');

export function provideLanguage(source: LanguageSource): void {
  setContext(contextKey, source);
}

// REQUIRES: called while a component is made, below one that called provideLanguage(). Without one the language is English.
export function useLanguage(): LanguageSource {
  return getContext<LanguageSource | undefined>(contextKey) ?? { language: 'en' };
}

export function useMessages<T extends MessageTable>(table: T): Translate<T> {
  const source = useLanguage();
  return (key, values) => translate(table, source.language, key, values);
}

export function translate<T extends MessageTable>(
  table: T,
  language: Language,
  key: keyof T & string,
  values: MessageValues = {},
): string {
  const text = table[key]?.[language === 'zh' ? 1 : 0] ?? key;
  return text.replace(/\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g, (whole, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one !== undefined && other !== undefined) return value === 1 ? one : other;
    return typeof value === 'number' ? numberFormats[language].format(value) : value;
  });
}

// The first of the browser's languages that the page has.
export function browserLanguage(wanted: readonly string[]): Language {
  for (const name of wanted) {
    const found = languages.find((language) => name.toLowerCase().startsWith(language));
    if (found !== undefined) return found;
  }
  return 'en';
}
