import { expect, it } from 'vitest';
import { initialSettings, Settings } from './settings.svelte';

function storage(text?: string): {
  getItem(): string | null;
  setItem(key: string, value: string): void;
  text: string | undefined;
} {
  return {
    text,
    getItem() {
      return this.text ?? null;
    },
    setItem(_key, value) {
      this.text = value;
    },
  };
}

it('keeps settings from visit to visit', () => {
  const kept = storage();
  new Settings(kept).set({ cardWidth: 500, theme: 'dark' });
  const again = new Settings(kept).values;
  expect([again.cardWidth, again.theme, again.palette]).toEqual([500, 'dark', 'standard']);
});

it.each(['', 'nonsense', 'null', '[]', '{"cardWidth":"wide","unknown":1}'])('starts afresh from %s', (text) => {
  expect(new Settings(storage(text)).values).toEqual(initialSettings);
});

it('works where storing is refused', () => {
  const refusing = {
    getItem(): string {
      throw new Error('no');
    },
    setItem(): void {
      throw new Error('no');
    },
  };
  const settings = new Settings(refusing);
  settings.set({ cardWidth: 500 });
  expect(settings.values.cardWidth).toBe(500);
  expect(new Settings(undefined).values).toEqual(initialSettings);
});
