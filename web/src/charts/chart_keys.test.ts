import { expect, it } from 'vitest';
import { keyAction, type KeyPress } from './chart_keys';

function press(key: string, held: Partial<KeyPress> = {}): KeyPress {
  return { key, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, ...held };
}

it.each([
  [press('ArrowLeft'), { kind: 'along', by: -1 }],
  [press('ArrowRight', { shiftKey: true }), { kind: 'along', by: 10 }],
  [press('ArrowUp'), { kind: 'curve', by: -1 }],
  [press('ArrowDown'), { kind: 'curve', by: 1 }],
  [press('Home'), { kind: 'end', to: 'first' }],
  [press('ArrowLeft', { altKey: true }), { kind: 'pan', x: -0.15, y: 0 }],
  [press('0'), { kind: 'fit' }],
  [press('Backspace'), { kind: 'back' }],
  [press('p'), { kind: 'pin' }],
  [press(' '), { kind: 'freeze' }],
  [press('Y', { shiftKey: true }), { kind: 'limits', axis: 'right' }],
])('%o does %o', (key, action) => expect(keyAction(key)).toEqual(action));

it('zooms in and out by the same', () => {
  const inwards = keyAction(press('+'));
  const outwards = keyAction(press('-'));
  if (inwards?.kind !== 'zoom' || outwards?.kind !== 'zoom') throw new Error('no zoom');
  expect(inwards.factor * outwards.factor).toBeCloseTo(1, 12);
  expect(inwards.factor).toBeLessThan(1);
});

it.each([
  press('k', { ctrlKey: true }),
  press('0', { metaKey: true }),
  press('Tab'),
  press('a'),
  press('x', { altKey: true }),
])('leaves %o to the page', (key) => expect(keyAction(key)).toBeUndefined());
