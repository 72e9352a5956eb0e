import { expect, it } from 'vitest';
import { listSource, searchSources } from './palette_search';

const item = (title: string): { id: string; title: string; run(): void } => ({
  id: title,
  title,
  run: () => undefined,
});
const actions = listSource('actions', 'Actions', ['Reload data', 'Show help'], String, item);
const runs = listSource('runs', 'Runs', ['train/a', 'train/b', 'eval/a'], String, item);

const titles = (text: string, limit: number): readonly string[] =>
  searchSources([actions, runs], text, () => limit).map(
    (group) => `${group.title}: ${group.items.map(({ title }) => title).join(', ')}`,
  );

it('groups what fits and leaves out empty groups', () => {
  expect(titles('train', 5)).toEqual(['Runs: train/a, train/b']);
  expect(titles('rel', 5)).toEqual(['Actions: Reload data']);
  expect(titles('zzz', 5)).toEqual([]);
});

it('limits each group by itself', () => {
  expect(titles('', 1)).toEqual(['Actions: Reload data', 'Runs: train/a']);
  expect(searchSources([actions, runs], '', ({ id }) => (id === 'runs' ? 0 : 9))).toHaveLength(1);
});
