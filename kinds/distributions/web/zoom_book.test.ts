import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ViewState } from '$kind/view_state.svelte';
import { zoomsParam } from './distributions_params';
import { ZoomBook } from './zoom_book.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function make(): { view: ViewState; book: ZoomBook } {
  const view = new ViewState({ read: () => '', write: () => undefined });
  return { view, book: new ZoomBook(view) };
}

it('shows a zoom at once and writes it when the wheel rests', () => {
  const { view, book } = make();
  book.set('00000001', { x: { min: 1, max: 2 } });
  expect(book.of('00000001')?.x).toEqual({ min: 1, max: 2 });
  expect(view.get(zoomsParam).size).toBe(0);
  vi.advanceTimersByTime(250);
  expect(view.get(zoomsParam).get('00000001')?.x).toEqual({ min: 1, max: 2 });
  expect(book.of('00000001')?.x).toEqual({ min: 1, max: 2 });
});

it('takes zooms back', () => {
  const { view, book } = make();
  book.set('00000001', { x: { min: 1, max: 2 } });
  book.set('00000002', { left: { min: 0, max: 9 } });
  book.flush();
  book.set('00000001', undefined);
  book.flush();
  expect([...view.get(zoomsParam).keys()]).toEqual(['00000002']);
  book.clear();
  expect(book.of('00000002')).toBeUndefined();
});
