import { expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { hiddenTitles } from './scene_where';

it('hiddenTitles are those of the open items around the middle, outermost first', () => {
  const scene = fakeScene([
    { id: 's:a', x: 0, y: 0, w: 1000, h: 1000, open: true },
    { id: 's:a/b', in_item: 's:a', x: 100, y: 100, w: 800, h: 800, open: true },
    { id: 's:a/c', in_item: 's:a', x: 100, y: 920, w: 60, h: 15 },
  ]);
  const frame = { width: 200, height: 200 };
  const names = (x: number, y: number): readonly string[] =>
    hiddenTitles(scene, { x, y, scale: 1 }, frame).map(({ name }) => name);
  expect(names(-400, -400)).toEqual(['a', 'a/b']);
  expect(names(-90, -90)).toEqual(['a']);
  expect(names(0, 0)).toEqual([]);
  expect(names(900, 0)).toEqual([]);
});
