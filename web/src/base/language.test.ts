import { describe, expect, it } from 'vitest';
import { browserLanguage, translate } from './language.svelte';

const table = {
  runs: ['{n} {n:run|runs} of {all}', '{all} 个运行中的 {n} 个'],
  plain: ['Pause', '暂停'],
} as const;

describe('translate', () => {
  it('puts values in, and the word that goes with their number', () => {
    expect(translate(table, 'en', 'runs', { n: 1, all: 'many' })).toBe('1 run of many');
    expect(translate(table, 'en', 'runs', { n: 12345, all: 2 })).toBe('12,345 runs of 2');
    expect(translate(table, 'zh', 'runs', { n: 2, all: 3 })).toBe('3 个运行中的 2 个');
  });
  it('leaves what has no value as it is', () => {
    expect(translate(table, 'en', 'runs', { n: 0 })).toBe('0 runs of {all}');
    expect(translate(table, 'en', 'plain')).toBe('Pause');
  });
});

describe('browserLanguage', () => {
  it('takes the first that there is', () => {
    expect(browserLanguage(['fr-FR', 'zh-TW', 'en'])).toBe('zh');
    expect(browserLanguage(['de'])).toBe('en');
    expect(browserLanguage([])).toBe('en');
  });
});
