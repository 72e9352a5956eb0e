import { expect, it } from 'vitest';

const modules = import.meta.glob<Record<string, unknown>>(
  ['../kind/*_params.ts', '../../../kinds/*/web/*_params.ts', '../../../kinds/scalars/web/card_settings.ts'],
  { eager: true },
);

// The keys of all parameters in a value: one of them, or an object of several.
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('key' in value && 'parse' in value) return [String(value.key)];
  return Object.values(value).flatMap(keysIn);
}

it('no two parameters of the whole page share a key, and kinds put their names in front', () => {
  const seen = new Map<string, string>();
  for (const [file, exported] of Object.entries(modules)) {
    const kind = /kinds\/(\w+)/.exec(file)?.[1];
    for (const key of Object.values(exported).flatMap(keysIn)) {
      expect.soft(seen.get(key), key).toBeUndefined();
      seen.set(key, file);
      // Scalars were there first.
      if (kind !== undefined && kind !== 'scalars') expect.soft(key).toMatch(new RegExp(`^${kind}-`));
    }
  }
  expect(seen.size).toBeGreaterThan(50);
});
