import { describe, expect, it } from 'vitest';
import {
  bandOf,
  idleGesture,
  stepGesture,
  type GestureEffect,
  type GestureEvent,
  type GestureState,
  type GestureView,
  type PointerKind,
} from './chart_gestures';
import type { ChartZoom } from './chart_zoom';

// A plot of 100 x 100 pixels at (40, 10); x shows 0 to 100, the left axis 0 to 10, the right one 0 to 1000.
const view: GestureView = {
  layout: { width: 160, height: 130, plot: { left: 40, top: 10, width: 100, height: 100 } },
  axes: {
    x: { kind: 'linear', domain: { min: 0, max: 100 }, symlogConstant: 1 },
    left: { kind: 'linear', domain: { min: 0, max: 10 }, symlogConstant: 1 },
    right: { kind: 'linear', domain: { min: 0, max: 1000 }, symlogConstant: 1 },
  },
  zoom: undefined,
  fitted: { x: { min: 0, max: 100 }, left: { min: 0, max: 10 }, right: { min: 0, max: 1000 } },
};

interface Hold {
  readonly pointer?: PointerKind;
  readonly id?: number;
  readonly isMiddle?: boolean;
  readonly hasShift?: boolean;
  readonly hasModifier?: boolean;
}

const pointer = (hold: Hold): { id: number; pointer: PointerKind } => ({
  id: hold.id ?? 1,
  pointer: hold.pointer ?? 'mouse',
});
const down = (x: number, y: number, hold: Hold = {}): GestureEvent => ({
  kind: 'down',
  id: 1,
  pointer: 'mouse',
  isMiddle: false,
  hasShift: false,
  hasModifier: false,
  ...hold,
  x,
  y,
});
const move = (x: number, y: number, hold: Hold = {}): GestureEvent => ({ kind: 'move', ...pointer(hold), x, y });
const up = (x: number, y: number, hold: Hold = {}): GestureEvent => ({ kind: 'up', ...pointer(hold), x, y });
const touch = (id: number): Hold => ({ id, pointer: 'touch' });

interface Played {
  readonly state: GestureState;
  readonly effects: readonly GestureEffect[];
}

function play(...events: readonly GestureEvent[]): Played {
  let state = idleGesture;
  const effects: GestureEffect[] = [];
  for (const event of events) {
    const step = stepGesture(state, event, view);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}

function lastView(played: Played): { zoom: ChartZoom | undefined; isFinal: boolean } {
  const found = played.effects.filter((effect) => effect.kind === 'view').at(-1);
  if (found?.kind !== 'view') throw new Error('no view was asked for');
  return { zoom: found.zoom, isFinal: found.isFinal };
}

function kinds(played: Played): readonly string[] {
  return played.effects.map((effect) => effect.kind);
}

describe('hovering', () => {
  it('reads in the plot and nowhere else', () => {
    expect(play(move(50, 50)).effects).toEqual([{ kind: 'cursor', at: { x: 50, y: 50 } }]);
    expect(play(move(10, 50)).effects).toEqual([{ kind: 'cursor', at: undefined }]);
    expect(play(move(50, 50), { kind: 'leave' }).effects.at(-1)).toEqual({ kind: 'cursor', at: undefined });
  });
});

describe('box zoom', () => {
  it('zooms to the rectangle on all axes', () => {
    const played = play(down(60, 30), move(90, 80), up(90, 80));
    expect(lastView(played)).toEqual({
      zoom: { x: { min: 20, max: 50 }, left: { min: 3, max: 8 }, right: { min: 300, max: 800 } },
      isFinal: true,
    });
    expect(played.state).toEqual(idleGesture);
  });
  it('zooms along x only when it is flat, and shows so', () => {
    const drag = play(down(60, 50), move(100, 55));
    expect(bandOf(drag.state, view.layout.plot)).toEqual({
      rect: { left: 60, top: 10, width: 40, height: 100 },
      axes: ['x'],
    });
    expect(lastView(play(down(60, 50), move(100, 55), up(100, 55))).zoom).toEqual({ x: { min: 20, max: 60 } });
  });
  it('zooms along y only when it is narrow', () => {
    const { zoom } = lastView(play(down(60, 30), move(64, 80), up(64, 80)));
    expect(zoom).toEqual({ left: { min: 3, max: 8 }, right: { min: 300, max: 800 } });
  });
  it('goes on outside of the plot, and ends at its edge', () => {
    const { zoom } = lastView(play(down(60, 30), move(500, 400), up(500, 400)));
    expect(zoom?.x).toEqual({ min: 20, max: 100 });
    expect(zoom?.left).toEqual({ min: 0, max: 8 });
  });
  it('hides the cursor, and is cancelled by Escape', () => {
    const played = play(down(60, 30), move(90, 80), { kind: 'escape' }, move(95, 85), up(95, 85));
    expect(kinds(played)).toEqual(['cursor']);
    expect(played.state).toEqual(idleGesture);
  });
});

describe('pan', () => {
  it.each([{ hasShift: true }, { isMiddle: true }])('moves all axes with %o', (hold) => {
    const played = play(down(60, 50, hold), move(70, 60), up(70, 70));
    expect(lastView(played)).toEqual({
      zoom: { x: { min: -10, max: 90 }, left: { min: 2, max: 12 }, right: { min: 200, max: 1200 } },
      isFinal: true,
    });
    expect(played.effects.filter((effect) => effect.kind === 'view' && effect.isFinal)).toHaveLength(1);
  });
  it('moves one axis when it is dragged itself', () => {
    expect(lastView(play(down(60, 120), move(80, 120))).zoom).toEqual({ x: { min: -20, max: 80 } });
    expect(lastView(play(down(10, 50), move(10, 60))).zoom).toEqual({ left: { min: 1, max: 11 } });
  });
  it('goes back where it was on Escape and when the pointer is lost', () => {
    const begin = [down(60, 50, { hasShift: true }), move(70, 60)];
    expect(lastView(play(...begin, { kind: 'escape' }))).toEqual({ zoom: undefined, isFinal: true });
    expect(lastView(play(...begin, { kind: 'cancel', id: 1 }))).toEqual({ zoom: undefined, isFinal: true });
  });
});

describe('click', () => {
  it('picks where it was pressed, even if the hand trembles', () => {
    expect(play(down(60, 50), move(62, 51), up(62, 51)).effects).toEqual([{ kind: 'pick', at: { x: 60, y: 50 } }]);
  });
  it('pins with a modifier and on the x axis', () => {
    expect(kinds(play(down(60, 50, { hasModifier: true }), up(60, 50)))).toEqual(['pin']);
    expect(kinds(play(down(60, 120), up(60, 120)))).toEqual(['pin']);
  });
  it('asks for limits on the vertical axes', () => {
    expect(play(down(10, 50), up(10, 50)).effects).toEqual([{ kind: 'limits', axis: 'left' }]);
    expect(play(down(150, 50), up(150, 50)).effects).toEqual([{ kind: 'limits', axis: 'right' }]);
  });
  it('fits by two, all or the axis below', () => {
    const zoomed: GestureView = { ...view, zoom: { x: { min: 1, max: 2 }, left: { min: 1, max: 2 } } };
    const onPlot = stepGesture(idleGesture, { kind: 'double', x: 60, y: 50 }, zoomed);
    expect(onPlot.effects).toEqual([{ kind: 'view', zoom: undefined, isFinal: true }]);
    const onAxis = stepGesture(idleGesture, { kind: 'double', x: 60, y: 120 }, zoomed);
    expect(onAxis.effects).toEqual([{ kind: 'view', zoom: { left: { min: 1, max: 2 } }, isFinal: true }]);
  });
});

describe('wheel', () => {
  const wheel = (x: number, y: number, deltaY: number, isWanted = true, deltaX = 0): GestureEvent => ({
    kind: 'wheel',
    x,
    y,
    deltaX,
    deltaY,
    isWanted,
  });
  it('keeps the place under the pointer', () => {
    const { zoom } = lastView(play(wheel(65, 35, -100)));
    const share = (domain: { min: number; max: number } | undefined, value: number): number =>
      domain === undefined ? Number.NaN : (value - domain.min) / (domain.max - domain.min);
    expect(share(zoom?.x, 25)).toBeCloseTo(0.25, 9);
    expect(share(zoom?.left, 7.5)).toBeCloseTo(0.75, 9);
    expect((zoom?.x?.max ?? 0) - (zoom?.x?.min ?? 0)).toBeLessThan(100);
  });
  it('zooms one axis over that axis', () => {
    expect(Object.keys(lastView(play(wheel(60, 120, -100))).zoom ?? {})).toEqual(['x']);
    expect(Object.keys(lastView(play(wheel(10, 50, -100))).zoom ?? {})).toEqual(['left']);
  });
  it('fits again when zoomed out past all there is', () => {
    expect(lastView(play(wheel(60, 50, 100))).zoom).toBeUndefined();
  });
  it('pans when turned sideways', () => {
    expect(lastView(play(wheel(60, 50, 0, true, 10))).zoom).toEqual({ x: { min: 10, max: 110 } });
  });
  it('belongs to the page unless it is wanted', () => {
    expect(kinds(play(wheel(60, 50, 100, false)))).toEqual(['hint']);
    expect(kinds(play(wheel(60, 120, 100, false)))).toEqual([]);
  });
});

describe('fingers', () => {
  it('reads with one, and a tap leaves the cursor', () => {
    const read = play(down(60, 50, touch(1)), move(80, 50, touch(1)), up(80, 50, touch(1)));
    expect(read.effects).toEqual([{ kind: 'cursor', at: { x: 80, y: 50 } }]);
    expect(play(down(60, 50, touch(1)), up(60, 50, touch(1))).effects).toEqual([
      { kind: 'cursor', at: { x: 60, y: 50 } },
    ]);
  });
  it('gives way when the page is scrolled', () => {
    const played = play(down(60, 50, touch(1)), move(63, 80, touch(1)), { kind: 'cancel', id: 1 });
    expect(played).toEqual({ state: idleGesture, effects: [] });
  });
  it('pins by a long press, which does nothing else', () => {
    const played = play(down(60, 50, touch(1)), { kind: 'hold' }, move(90, 50, touch(1)), up(90, 50, touch(1)));
    expect(played.effects).toEqual([{ kind: 'pin', at: { x: 60, y: 50 } }]);
    expect(played.state).toEqual(idleGesture);
  });
  it('stretches with two: each finger keeps its place in the data', () => {
    const begin = [down(60, 50, touch(1)), down(100, 50, touch(2))];
    const { zoom, isFinal } = lastView(play(...begin, move(50, 50, touch(1)), move(130, 50, touch(2))));
    // 20 is now at pixel 10 and 60 at pixel 90.
    expect(zoom?.x?.min).toBeCloseTo(15, 9);
    expect(zoom?.x?.max).toBeCloseTo(65, 9);
    // The fingers are level: what is fitted upwards goes on to be.
    expect(zoom?.left).toBeUndefined();
    expect(isFinal).toBe(false);
  });
  it('ends with the first finger lifted, and the other one does nothing', () => {
    const begin = [down(60, 50, touch(1)), down(100, 50, touch(2)), move(130, 50, touch(2)), up(130, 50, touch(2))];
    const ended = play(...begin);
    expect(lastView(ended).isFinal).toBe(true);
    const after = play(...begin, move(10, 10, touch(1)), up(10, 10, touch(1)));
    expect(after.effects).toHaveLength(ended.effects.length);
    expect(after.state).toEqual(idleGesture);
  });
  it('goes from reading to stretching', () => {
    const played = play(down(60, 50, touch(1)), move(80, 50, touch(1)), down(120, 50, touch(2)));
    expect(played.state.mode).toBe('pinching');
    expect(played.effects.at(-1)).toEqual({ kind: 'cursor', at: undefined });
  });
});
