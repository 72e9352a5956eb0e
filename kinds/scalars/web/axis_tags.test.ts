import { expect, test } from 'vitest';
import type { Tag } from '$api/core';
import { axisTags, likelyAxisTag } from './axis_tags';

function tag(name: string, runs: number): Tag {
  return { id: name, name, kind: 'scalars', runs, points: runs, displayName: '', description: '' };
}

const tags = [tag('a/rare_step', 1), tag('accuracy', 5), tag('epoch', 5), tag('loss', 5)];

test('the axis begins with what counts progress in most runs', () => {
  expect(likelyAxisTag(tags)?.name).toBe('epoch');
  expect(likelyAxisTag([tag('epoch', 2), tag('loss', 3)])?.name).toBe('epoch');
  expect(likelyAxisTag([tag('epoch', 1), tag('loss', 3)])?.name).toBe('loss');
  expect(likelyAxisTag([])).toBeUndefined();
});

test('the chosen tag is offered whatever was searched', () => {
  const names = (found: readonly number[], chosen: string): readonly string[] =>
    axisTags(tags, found, chosen).map(({ name }) => name);
  expect(names([1, 2], 'loss')).toEqual(['loss', 'accuracy', 'epoch']);
  expect(names([1, 2], 'epoch')).toEqual(['accuracy', 'epoch']);
  expect(names([0], 'gone')).toEqual(['a/rare_step']);
});
