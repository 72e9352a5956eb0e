import { describe, expect, it } from 'vitest';
import { layPicture, placePicture } from './chart_picture';
import type { AxisView, ChartView } from './line_data';

function axis(min: number, max: number, kind: AxisView['kind'] = 'linear'): AxisView {
  return { kind, domain: { min, max }, symlogConstant: 1 };
}

function view(x: AxisView, left: AxisView, width = 300, height = 200): ChartView {
  return { x, left, width, height, pixelRatio: 1 };
}

describe('placePicture', () => {
  it('leaves the picture of the same view alone', () => {
    const same = view(axis(0, 10), axis(0, 1));
    expect(placePicture(same, same)).toEqual({ left: 0, top: 0, scaleX: 1, scaleY: 1 });
  });
  it('stretches what was zoomed into, about the right place', () => {
    const placed = placePicture(view(axis(0, 10), axis(0, 1)), view(axis(5, 10), axis(0.5, 1)));
    expect(placed?.scaleX).toBeCloseTo(2, 9);
    expect(placed?.left).toBeCloseTo(-300, 9);
    expect(placed?.scaleY).toBeCloseTo(2, 9);
    expect(placed?.top).toBeCloseTo(0, 9);
  });
  it('moves what was panned', () => {
    const placed = placePicture(view(axis(0, 10), axis(0, 1)), view(axis(1, 11), axis(0.1, 1.1)));
    expect(placed?.left).toBeCloseTo(-30, 9);
    expect(placed?.top).toBeCloseTo(20, 9);
    expect(placed?.scaleX).toBeCloseTo(1, 9);
  });
  it('works in the space of a log axis', () => {
    const placed = placePicture(view(axis(0, 1), axis(1, 100, 'log')), view(axis(0, 1), axis(1, 10, 'log')));
    expect(placed?.scaleY).toBeCloseTo(2, 9);
    expect(placed?.top).toBeCloseTo(-200, 9);
  });
  it('follows another size of the plot', () => {
    const placed = placePicture(view(axis(0, 1), axis(0, 1), 300, 200), view(axis(0, 1), axis(0, 1), 600, 100));
    expect(placed).toEqual({ left: 0, top: 0, scaleX: 2, scaleY: 0.5 });
  });
  it('gives up on another kind of scale and on a zoom that shows nothing', () => {
    expect(placePicture(view(axis(1, 2), axis(1, 2)), view(axis(1, 2), axis(1, 2, 'log')))).toBeUndefined();
    expect(placePicture(view(axis(0, 1e9), axis(0, 1)), view(axis(0, 1), axis(0, 1)))).toBeUndefined();
    expect(placePicture(view(axis(0, 1), axis(0, 1), 0, 200), view(axis(0, 1), axis(0, 1)))).toBeUndefined();
  });
});

describe('layPicture', () => {
  const plot = { left: 40, top: 8, width: 300, height: 200 };
  const lay = (drawn: ChartView, wanted: ChartView): readonly (readonly unknown[])[] => {
    const calls: unknown[][] = [];
    const note =
      (name: string) =>
      (...given: unknown[]): void => {
        calls.push([name, ...given]);
      };
    const canvas = Object.fromEntries(
      ['save', 'restore', 'beginPath', 'rect', 'clip', 'drawImage'].map((name) => [name, note(name)]),
    ) as unknown as CanvasRenderingContext2D;
    const placement = placePicture(drawn, wanted);
    if (placement !== undefined) layPicture(canvas, {} as HTMLCanvasElement, drawn, plot, placement);
    return calls.filter(([name]) => name === 'rect' || name === 'drawImage');
  };

  it('keeps the pixels of a picture that stands where it was drawn for', () => {
    const same = view(axis(0, 10), axis(0, 1));
    expect(lay(same, same)).toEqual([
      ['rect', 40, 8, 300, 200],
      ['drawImage', {}, 40, 8, 300, 200],
    ]);
  });
  it('stretches it beyond the plot, where it is cut off', () => {
    expect(lay(view(axis(0, 10), axis(0, 1)), view(axis(5, 10), axis(0, 1)))).toEqual([
      ['rect', 40, 8, 300, 200],
      ['drawImage', {}, -260, 8, 600, 200],
    ]);
  });
});
