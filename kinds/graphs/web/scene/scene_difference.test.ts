import { expect, test } from 'vitest';
import { fakeScene } from '../fake_scene';
import { readEdgeDiff, readItemDiff } from './scene_difference';
import { sceneDrawing } from './scene_drawing';
import { plainPaint } from './scene_look';
import { drawingInput } from './theme_for_test';

test('what is the same has no difference; counts that are not told are none', () => {
  expect(readItemDiff(undefined)).toBeUndefined();
  expect(readItemDiff({ status: 'added' })).toEqual({ status: 'added', added: 0, removed: 0, changed: 0 });
  expect(readEdgeDiff({ added: 1, removed: 2 })).toEqual({ added: 1, removed: 2 });
  expect(() => readItemDiff({ status: 'same' })).toThrow('status');
});

test('a badge stands at closed items, beside titles, and before the names of little nodes', () => {
  const note = { id: 'n:c', name: 'c', label: 'c', kind: 'op', role: 'embedded', tensors: 1, controls: 0 };
  const scene = fakeScene([
    { id: 's:a', open: true, w: 200, h: 100, count: 2 },
    { id: 'n:a/x', in_item: 's:a', x: 20, y: 50, w: 40, h: 10, in: [{ ...note, diff: { status: 'added' } }] },
    { id: 's:b', x: 300, w: 60, h: 15, count: 9 },
  ]);
  const texts = (paint = plainPaint): readonly string[] =>
    sceneDrawing({ ...drawingInput(scene), paint }).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  const badged = { ...plainPaint, badge: ({ id }: { readonly id: string }) => ({ text: `!${id}`, color: '#123456' }) };
  expect(texts(badged)).toEqual(expect.arrayContaining(['!s:a', '!n:a/x', '!s:b', '!n:c c']));
  expect(texts().filter((text) => text.startsWith('!'))).toEqual([]);
});
