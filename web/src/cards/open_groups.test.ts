import { expect, test } from 'vitest';
import type { Card, CardGroup } from './tag_groups';
import { openGroups, turnGroup } from './open_groups';

const noTag = { id: '', name: '', kind: '', runs: 0, points: 0, displayName: '', description: '' };

function group(id: string, count: number): CardGroup {
  const card: Card = { key: id, tag: noTag, title: '' };
  return { id, name: id, cards: Array.from({ length: count }, () => card) };
}

const groups = [group('a', 50), group('b', 50), group('c', 1)];
const none = new Set<string>();

test('the first groups are open, up to a few screens of cards', () => {
  expect([...openGroups(groups, { mode: 'first', turned: none })]).toEqual(['a', 'b']);
  expect([...openGroups([group('big', 100_000), group('b', 1)], { mode: 'first', turned: none })]).toEqual(['big']);
});

test('all, none, and those turned by hand', () => {
  expect([...openGroups(groups, { mode: 'all', turned: none })]).toEqual(['a', 'b', 'c']);
  expect([...openGroups(groups, { mode: 'none', turned: new Set(['c']) })]).toEqual(['c']);
  const turned = turnGroup({ mode: 'first', turned: none }, 'a');
  expect([...openGroups(groups, turned)]).toEqual(['b']);
  expect(turnGroup(turned, 'a').turned.size).toBe(0);
});
