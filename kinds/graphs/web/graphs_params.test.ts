import { expect, test } from 'vitest';
import { ViewState } from '$kind/view_state.svelte';
import { openParam, otherParam, selectedParam, sideParam, stepParam, typeParam } from './graphs_params';

function viewOf(hash: string): ViewState {
  return new ViewState({ read: () => hash, write: () => undefined });
}

test('a link brings back what was seen', () => {
  const view = viewOf('#graphs');
  view.set(openParam, ['a', 'a/b', 'c d']);
  view.set(selectedParam, 'n:a/b/x');
  view.set(stepParam, 9007199254740993n);
  view.set(typeParam, 'profile');
  view.set(otherParam, { run: 'lr=1,2', tag: '', type: 'op' });
  view.set(sideParam, 'new');
  const again = viewOf(`#${view.toText()}`);
  expect(again.get(openParam)).toEqual(['a', 'a/b', 'c d']);
  expect(again.get(selectedParam)).toBe('n:a/b/x');
  expect(again.get(stepParam)).toBe(9007199254740993n);
  expect(again.get(typeParam)).toBe('profile');
  expect(again.get(otherParam)).toEqual({ run: 'lr=1,2', tag: '', type: 'op' });
  expect(again.get(sideParam)).toBe('new');
});

test('what means nothing counts as not there', () => {
  const view = viewOf('#graphs?graphs-at=x&graphs-step=ten&graphs-type=TPU&graphs-with=run');
  expect(view.get(selectedParam)).toBe('');
  expect(view.get(stepParam)).toBeUndefined();
  expect(view.get(typeParam)).toBe('');
  expect(view.get(otherParam)).toBeUndefined();
});
