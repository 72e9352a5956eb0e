import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ViewState } from '$kind/view_state.svelte';
import { LinkedStep, stepParams } from './linked_step.svelte';
import { StepColumn } from './step_column';

const params = stepParams('i');
const steps = StepColumn.of(Int32Array.from([0, 10, 20]));

function make(hash = '#images'): { readonly linked: LinkedStep; readonly view: ViewState } {
  const view = new ViewState({ read: () => hash, write: () => undefined });
  return { linked: new LinkedStep(view, params), view };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('shows the newest until it is moved, everywhere the nearest after', () => {
  const { linked } = make();
  const other = StepColumn.of(Int32Array.from([0, 9, 12, 30]));
  expect([linked.indexOf('a', steps), linked.indexOf('b', other)]).toEqual([2, 3]);
  linked.setIndex('a', steps, 1);
  expect([linked.indexOf('a', steps), linked.indexOf('b', other)]).toEqual([1, 1]);
  linked.setIndex('a', steps, 2);
  expect(linked.stepOf('b')).toBeUndefined();
});

it('keeps each card apart when they are not linked', () => {
  const { linked } = make('#images?ilink=0&iat=b%4010');
  expect([linked.indexOf('a', steps), linked.indexOf('b', steps)]).toEqual([2, 1]);
  linked.setIndex('a', steps, 0);
  expect([linked.indexOf('a', steps), linked.indexOf('b', steps)]).toEqual([0, 1]);
});

it('writes the address when the hand rests', () => {
  const { linked, view } = make();
  for (const index of [0, 1, 0, 1]) linked.setIndex('a', steps, index);
  expect(view.get(params.step)).toBeUndefined();
  vi.advanceTimersByTime(1000);
  expect(view.get(params.step)).toBe(10);
  linked.isLinked = false;
  linked.setIndex('tag/with@sign', steps, 0);
  linked.flush();
  expect(view.get(params.own)).toEqual(['tag/with@sign@0']);
  expect(linked.stepOf('tag/with@sign')).toBe(0);
  view.restore('images?istep=20', { writes: false });
  expect(linked.stepOf('a')).toBe(20);
});

it('leaves cards where they stand when they are unlinked, and gathers them when they are linked', () => {
  const { linked } = make('#images?istep=10');
  linked.toggle('a');
  expect([linked.isLinked, linked.indexOf('a', steps), linked.indexOf('b', steps)]).toEqual([false, 1, 1]);
  linked.setIndex('b', steps, 0);
  linked.setIndex('a', steps, 2);
  linked.flush();
  expect([linked.indexOf('a', steps), linked.indexOf('b', steps)]).toEqual([2, 0]);
  linked.toggle('b');
  expect([linked.isLinked, linked.indexOf('a', steps), linked.indexOf('b', steps)]).toEqual([true, 0, 0]);
});

it('takes what is no step for the newest', () => {
  const { linked } = make('#images?istep=abc');
  expect(linked.stepOf('a')).toBeUndefined();
});
