import { describe, expect, it } from 'vitest';
import { StepCursor } from './step_cursor.svelte';

function make(): { cursor: StepCursor; frame: () => void } {
  let waiting: (() => void)[] = [];
  const cursor = new StepCursor((act) => waiting.push(act));
  const frame = (): void => {
    const acts = waiting;
    waiting = [];
    acts.forEach((act) => act());
  };
  return { cursor, frame };
}

describe('StepCursor', () => {
  it('is seen by all but the one that is pointed at, once a frame', () => {
    const { cursor, frame } = make();
    cursor.point(10, 'a', 'scalars');
    cursor.point(20, 'a', 'scalars');
    expect(cursor.step).toBeUndefined();
    frame();
    expect(cursor.seenBy('b', 'scalars')).toBe(20);
    expect(cursor.seenBy('a', 'scalars')).toBeUndefined();
  });

  it('leaves a mark for other pages when the pointer goes', () => {
    const { cursor, frame } = make();
    cursor.point(20, 'a', 'scalars');
    frame();
    cursor.point(undefined, 'a', 'scalars');
    frame();
    expect(cursor.seenBy('b', 'scalars')).toBeUndefined();
    expect(cursor.seenBy('b', 'histograms')).toBe(20);
    expect(cursor.step).toBe(20);
  });

  it('does not lose what was entered to what is left late', () => {
    const { cursor, frame } = make();
    cursor.point(1, 'a', 'scalars');
    frame();
    cursor.point(2, 'b', 'scalars');
    cursor.point(undefined, 'a', 'scalars');
    frame();
    expect(cursor.seenBy('c', 'scalars')).toBe(2);
  });

  it('takes pins, and forgets when told', () => {
    const { cursor } = make();
    cursor.pin(7, 'scalars');
    expect(cursor.seenBy('x', 'distributions')).toBe(7);
    cursor.clear();
    expect(cursor.step).toBeUndefined();
  });
});
