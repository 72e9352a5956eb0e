import { expect, it } from 'vitest';
import { firstView } from './first_view';

const views = new Map([['mine', { state: 'scalars?smooth=0.9', saved: 1 }]]);

it('prefers the default view to the last one', () => {
  expect(firstView('', { views, defaultView: 'mine' }, 'smooth=0.1')).toBe('scalars?smooth=0.9');
  expect(firstView('', { views, defaultView: undefined }, 'smooth=0.1')).toBe('?smooth=0.1');
  expect(firstView('', { views, defaultView: 'gone' }, '')).toBeUndefined();
});

it('keeps the kind that the address names', () => {
  expect(firstView('images', { views, defaultView: 'mine' }, '')).toBe('images?smooth=0.9');
  expect(firstView('images', { views, defaultView: undefined }, 'smooth=0.1')).toBe('images?smooth=0.1');
});
