import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { labelRooms } from './scene_label_room';

const op = (id: string, x: number, y: number, more = {}) => ({ id: `n:${id}`, x, y, w: 15, h: 6, ...more });

describe('labelRooms', () => {
  it('gives a lonely op much room, neighbours their share', () => {
    const rooms = labelRooms(fakeScene([op('a', 0, 0), op('b', 0, 200), op('c', 50, 203)]));
    expect(rooms.get('n:a')).toBe(96);
    expect(rooms.get('n:b')).toBe(48);
    expect(rooms.get('n:c')).toBe(48);
  });
  it('ends at boxes, at their little nodes and at the border of what is around', () => {
    const note = { id: 'n:k', name: 'k', label: 'k', kind: 'op', role: 'embedded', tensors: 1, controls: 0 };
    const rooms = labelRooms(
      fakeScene([
        op('a', 0, 0),
        { id: 's:b', x: 40, y: -10, w: 60, h: 15 },
        op('c', 0, 100),
        { id: 's:d', x: 95, y: 95, w: 60, h: 15, in: [note] },
        { id: 's:e', x: 300, y: 0, w: 50, h: 50, open: true },
        op('e/f', 315, 30, { in_item: 's:e' }),
      ]),
    );
    expect(rooms.get('n:a')).toBe(61);
    expect(rooms.get('n:c')).toBe(71);
    expect(rooms.get('n:e/f')).toBe(41);
  });
  it('is never too small to be of use, and only for names above', () => {
    const rooms = labelRooms(fakeScene([op('a', 0, 0), op('b', 16, 0), { id: 's:c', x: 500, y: 0 }]));
    expect(rooms.get('n:a')).toBe(30);
    expect(rooms.has('s:c')).toBe(false);
  });
});
