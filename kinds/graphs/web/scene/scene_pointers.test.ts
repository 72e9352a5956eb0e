import { describe, expect, it } from 'vitest';
import { actionOf } from './scene_keys';
import { ScenePointers, wheelFactor } from './scene_pointers';

describe('ScenePointers', () => {
  it('takes a press that hardly moves for a click', () => {
    const pointers = new ScenePointers();
    pointers.down(1, { x: 10, y: 10 });
    expect(pointers.move(1, { x: 12, y: 11 }, false)).toEqual({ kind: 'none' });
    pointers.up(1);
    expect(pointers.isDrag).toBe(false);
  });
  it('drags with the whole way, and knows the click after it', () => {
    const pointers = new ScenePointers();
    pointers.down(1, { x: 10, y: 10 });
    pointers.move(1, { x: 12, y: 10 }, false);
    expect(pointers.move(1, { x: 20, y: 15 }, false)).toEqual({ kind: 'pan', dx: 10, dy: 5 });
    pointers.up(1);
    expect([pointers.isPressed, pointers.isDrag]).toEqual([false, true]);
    pointers.down(1, { x: 0, y: 0 });
    expect(pointers.isDrag).toBe(false);
  });
  it('pinches with two fingers', () => {
    const pointers = new ScenePointers();
    pointers.down(1, { x: 0, y: 0 });
    pointers.down(2, { x: 100, y: 0 });
    const effect = pointers.move(2, { x: 120, y: 0 }, true);
    expect(effect).toEqual({
      kind: 'pinch',
      from: [
        { x: 100, y: 0 },
        { x: 0, y: 0 },
      ],
      to: [
        { x: 120, y: 0 },
        { x: 0, y: 0 },
      ],
    });
  });
  it('ignores moves without a press', () => {
    expect(new ScenePointers().move(1, { x: 50, y: 50 }, false).kind).toBe('none');
  });
});

describe('wheelFactor', () => {
  it('comes closer upwards and is bounded', () => {
    const wheel = (deltaY: number, deltaMode = 0): number => wheelFactor({ deltaY, deltaMode, ctrlKey: false });
    expect(wheel(-100)).toBeGreaterThan(1);
    expect(wheel(100) * wheel(-100)).toBeCloseTo(1);
    expect(wheel(1e9)).toBe(wheel(240));
    expect(wheel(3, 1)).toBeCloseTo(wheel(48));
  });
});

describe('actionOf', () => {
  const press = (key: string, more = {}) =>
    actionOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more });

  it('walks, pans, zooms, opens, clears', () => {
    expect(press('ArrowUp')).toEqual({ kind: 'walk', way: 'up' });
    expect(press('ArrowUp', { shiftKey: true })).toEqual({ kind: 'pan', dx: 0, dy: 60 });
    expect(press('+', { shiftKey: true })).toMatchObject({ kind: 'zoom' });
    expect(press('0')).toEqual({ kind: 'fit' });
    expect(press('Enter')).toEqual({ kind: 'toggle' });
    expect(press('Escape')).toEqual({ kind: 'clear' });
    expect(press('F10', { shiftKey: true })).toEqual({ kind: 'menu' });
  });
  it('leaves other keys and those of the browser alone', () => {
    expect(press('a')).toBeUndefined();
    expect(press('F10')).toBeUndefined();
    expect(press('0', { ctrlKey: true })).toBeUndefined();
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
  });
});
