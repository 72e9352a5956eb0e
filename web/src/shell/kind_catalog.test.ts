import { expect, it } from 'vitest';
import { defineKind, type KindDefinition } from '$kind/kind';
import { KindCatalog } from './kind_catalog';

const component = (): Record<string, never> => ({});

function kind(id: string, order: number, load: KindDefinition['load']): KindDefinition {
  return defineKind({ id, title: [id, id], order, load });
}

const good: KindDefinition['load'] = () => Promise.resolve({ default: component });

it('orders kinds and tells those with data from those it cannot show', () => {
  const catalog = new KindCatalog([kind('images', 20, good), kind('scalars', 10, good)]);
  expect(catalog.all.map(({ id }) => id)).toEqual(['scalars', 'images']);
  const counts = new Map([
    ['scalars', 0],
    ['images', 3],
    ['audio', 2],
    ['mesh', 0],
  ]);
  expect(catalog.firstOf(counts)?.id).toBe('images');
  expect(catalog.firstOf(new Map())).toBeUndefined();
  expect(catalog.unknownOf(counts)).toEqual([['audio', 2]]);
});

it('shows a kind without data of its own where it reads others, but does not begin with it', () => {
  const insights = defineKind({ ...kind('insights', 1, good), reads: ['scalars', 'histograms'] });
  const catalog = new KindCatalog([insights, kind('histograms', 2, good)]);
  expect(catalog.hasData(insights, new Map([['histograms', 3]]))).toBe(true);
  expect(catalog.hasData(insights, new Map([['images', 3]]))).toBe(false);
  expect(catalog.firstOf(new Map([['histograms', 3]]))?.id).toBe('histograms');
  expect(catalog.firstOf(new Map([['scalars', 3]]))?.id).toBe('insights');
  expect(catalog.unknownOf(new Map([['scalars', 3]]))).toEqual([]);
});

it('loads a dashboard once, and again after a failure', async () => {
  let calls = 0;
  const flaky = kind('a', 1, () => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error('gone')) : good();
  });
  const catalog = new KindCatalog([flaky]);
  await expect(catalog.load(flaky)).rejects.toThrow('gone');
  await expect(catalog.load(flaky)).resolves.toBe(component);
  await catalog.load(flaky);
  expect(calls).toBe(2);
});
