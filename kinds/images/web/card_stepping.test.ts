import { expect, it } from 'vitest';
import { CardStepping } from './card_stepping';

it('steps the card in front', () => {
  const stepping = new CardStepping();
  const seen: string[] = [];
  const leave = stepping.add('a', false, (by) => seen.push(`grid ${by}`));
  const close = stepping.add('a', true, (by) => seen.push(`full ${by}`));
  stepping.step('a', 1);
  close();
  stepping.step('a', -1);
  stepping.step('b', 1);
  expect(seen).toEqual(['full 1', 'grid -1']);
  stepping.add('a', false, (by) => seen.push(`new ${by}`));
  // A card that leaves late takes nothing away from the one that came.
  leave();
  stepping.step('a', 1);
  expect(seen.at(-1)).toBe('new 1');
});
