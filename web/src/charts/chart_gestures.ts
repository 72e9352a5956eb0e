// Pointer, wheel and finger gestures of a chart as a state machine: (state, event, what is shown) gives the next state and what
// is to be done. It touches no document, so every gesture is tested as data.
import { areaAt, clamp, type ChartArea, type ChartLayout, type Rect } from './chart_layout';
import { dropOuterParts, windowAbout, zoomToWindow } from './chart_window';
import { changeZoom, type AxisName, type ChartAxes, type ChartZoom } from './chart_zoom';
import type { Domain } from './line_data';

// From the chart's upper left corner.
export interface GesturePoint {
  readonly x: number;
  readonly y: number;
}

export type PointerKind = 'mouse' | 'pen' | 'touch';

interface PointerEventData extends GesturePoint {
  readonly id: number;
  readonly pointer: PointerKind;
}

export type GestureEvent =
  | (PointerEventData & {
      readonly kind: 'down';
      readonly isMiddle: boolean;
      readonly hasShift: boolean;
      readonly hasModifier: boolean; // Alt, Ctrl or Meta
    })
  | (PointerEventData & { readonly kind: 'move' })
  | (PointerEventData & { readonly kind: 'up' })
  | { readonly kind: 'cancel'; readonly id: number } // the browser took the pointer, for instance to scroll
  | { readonly kind: 'leave' }
  | { readonly kind: 'hold' } // a finger has rested for long
  | { readonly kind: 'escape' }
  | (GesturePoint & { readonly kind: 'double' })
  | (GesturePoint & {
      readonly kind: 'wheel';
      readonly deltaX: number; // pixels
      readonly deltaY: number;
      readonly isWanted: boolean; // with a modifier, or the chart has the focus: zoom, rather than scroll the page
    });

// What the chart shows now.
export interface GestureView {
  readonly layout: ChartLayout;
  readonly axes: ChartAxes;
  readonly zoom: ChartZoom | undefined;
  // What each axis would show if it were fitted.
  readonly fitted: Readonly<Record<AxisName, Domain | undefined>>;
}

// What was shown when a gesture began: a gesture is computed from its beginning, so that rounding does not add up and Escape
// can undo it.
interface Origin {
  readonly axes: ChartAxes;
  readonly zoom: ChartZoom | undefined;
}

interface Finger extends GesturePoint {
  readonly id: number;
}

export type GestureState =
  | { readonly mode: 'idle' }
  | {
      readonly mode: 'pressed';
      readonly id: number;
      readonly pointer: PointerKind;
      readonly area: ChartArea;
      readonly start: GesturePoint;
      readonly isPan: boolean;
      readonly hasModifier: boolean;
      readonly origin: Origin;
    }
  | { readonly mode: 'boxing'; readonly id: number; readonly start: GesturePoint; readonly now: GesturePoint }
  | {
      readonly mode: 'panning';
      readonly id: number;
      readonly area: ChartArea;
      readonly start: GesturePoint;
      readonly origin: Origin;
    }
  | { readonly mode: 'reading'; readonly id: number; readonly now: GesturePoint }
  | {
      readonly mode: 'pinching';
      readonly start: readonly [Finger, Finger];
      readonly now: readonly [Finger, Finger];
      readonly origin: Origin;
    }
  // Cancelled by Escape or a long press: nothing more happens until the pointer is lifted.
  | { readonly mode: 'spent'; readonly id: number };

export type GestureEffect =
  | { readonly kind: 'view'; readonly zoom: ChartZoom | undefined; readonly isFinal: boolean }
  | { readonly kind: 'cursor'; readonly at: GesturePoint | undefined }
  | { readonly kind: 'pick'; readonly at: GesturePoint }
  | { readonly kind: 'pin'; readonly at: GesturePoint }
  | { readonly kind: 'limits'; readonly axis: AxisName }
  // The wheel turned over the chart and the page scrolled instead.
  | { readonly kind: 'hint' };

export interface GestureStep {
  readonly state: GestureState;
  readonly effects: readonly GestureEffect[];
}

export const idleGesture: GestureState = { mode: 'idle' };

// A hand is not still when it clicks, a finger even less.
const mouseThreshold = 4;
const touchThreshold = 10;
// A band flatter than this zooms along one axis.
const flatBand = 14;
// Fingers closer than this along an axis move it without stretching it.
const leastPinch = 24;
const wheelSpeed = 0.0025;
const largestWheel = 240;

export function stepGesture(state: GestureState, event: GestureEvent, view: GestureView): GestureStep {
  switch (event.kind) {
    case 'down':
      return pressed(state, event, view);
    case 'move':
      return moved(state, event, view);
    case 'up':
      return released(state, event, view);
    case 'cancel':
      return isOf(state, event.id) ? aborted(state) : stay(state);
    case 'leave':
      return state.mode === 'idle' ? { state, effects: [{ kind: 'cursor', at: undefined }] } : stay(state);
    case 'hold':
      return held(state, view);
    case 'escape':
      return escaped(state);
    case 'double':
      return doubled(state, event, view);
    case 'wheel':
      return state.mode === 'idle' ? wheeled(event, view) : stay(state);
  }
}

type EventOf<K extends GestureEvent['kind']> = Extract<GestureEvent, { readonly kind: K }>;

function stay(state: GestureState): GestureStep {
  return { state, effects: [] };
}

function originOf(view: GestureView): Origin {
  return { axes: view.axes, zoom: view.zoom };
}

function isOf(state: GestureState, id: number): boolean {
  if (state.mode === 'idle') return false;
  return state.mode === 'pinching' ? state.start.some((finger) => finger.id === id) : state.id === id;
}

function pressed(state: GestureState, event: EventOf<'down'>, view: GestureView): GestureStep {
  if (state.mode === 'pressed' || state.mode === 'reading') {
    if (event.pointer !== 'touch') return stay(state);
    const first: Finger = { id: state.id, ...(state.mode === 'pressed' ? state.start : state.now) };
    const fingers = [first, { id: event.id, x: event.x, y: event.y }] as const;
    return {
      state: { mode: 'pinching', start: fingers, now: fingers, origin: originOf(view) },
      effects: [{ kind: 'cursor', at: undefined }],
    };
  }
  if (state.mode !== 'idle') return stay(state);
  const area = areaAt(view.layout, view.axes.right !== undefined, event.x, event.y);
  if (area === 'outside') return stay(state);
  return {
    state: {
      mode: 'pressed',
      id: event.id,
      pointer: event.pointer,
      area,
      start: { x: event.x, y: event.y },
      isPan: event.isMiddle || event.hasShift || area !== 'plot',
      hasModifier: event.hasModifier,
      origin: originOf(view),
    },
    effects: [],
  };
}

function moved(state: GestureState, event: EventOf<'move'>, view: GestureView): GestureStep {
  const at = { x: event.x, y: event.y };
  switch (state.mode) {
    case 'idle': {
      const isInside = areaAt(view.layout, view.axes.right !== undefined, at.x, at.y) === 'plot';
      return { state, effects: [{ kind: 'cursor', at: isInside ? at : undefined }] };
    }
    case 'spent':
      return stay(state);
    case 'pressed': {
      if (event.id !== state.id) return stay(state);
      const threshold = state.pointer === 'touch' ? touchThreshold : mouseThreshold;
      if (Math.hypot(at.x - state.start.x, at.y - state.start.y) < threshold) return stay(state);
      return begun(state, at, view);
    }
    case 'boxing':
      return event.id === state.id ? { state: { ...state, now: at }, effects: [] } : stay(state);
    case 'panning':
      return event.id === state.id ? { state, effects: [panned(state, at, view, false)] } : stay(state);
    case 'reading':
      return event.id === state.id ? reading(state.id, at, view) : stay(state);
    case 'pinching': {
      const [a, b] = state.now;
      const finger: Finger = { id: event.id, ...at };
      const now = [a.id === event.id ? finger : a, b.id === event.id ? finger : b] as const;
      const next = { ...state, now };
      return { state: next, effects: [{ kind: 'view', zoom: pinchZoom(next, view), isFinal: false }] };
    }
  }
}

// A press became a drag.
function begun(state: Extract<GestureState, { mode: 'pressed' }>, at: GesturePoint, view: GestureView): GestureStep {
  if (state.isPan) {
    const panning = {
      mode: 'panning',
      id: state.id,
      area: state.area,
      start: state.start,
      origin: state.origin,
    } as const;
    return { state: panning, effects: [{ kind: 'cursor', at: undefined }, panned(panning, at, view, false)] };
  }
  if (state.pointer === 'touch') {
    // Up and down belongs to the page: the browser scrolls and takes the pointer away.
    const isAcross = Math.abs(at.x - state.start.x) >= Math.abs(at.y - state.start.y);
    return isAcross ? reading(state.id, at, view) : stay(state);
  }
  return {
    state: { mode: 'boxing', id: state.id, start: state.start, now: at },
    effects: [{ kind: 'cursor', at: undefined }],
  };
}

function reading(id: number, at: GesturePoint, view: GestureView): GestureStep {
  return { state: { mode: 'reading', id, now: at }, effects: [{ kind: 'cursor', at: into(at, view.layout.plot) }] };
}

function released(state: GestureState, event: EventOf<'up'>, view: GestureView): GestureStep {
  if (!isOf(state, event.id)) return stay(state);
  const at = { x: event.x, y: event.y };
  switch (state.mode) {
    case 'pressed':
      return { state: idleGesture, effects: clicked(state, view) };
    case 'boxing': {
      const band = bandOf(state, view.layout.plot);
      if (band === undefined) return { state: idleGesture, effects: [] };
      const { plot } = view.layout;
      const window = { ...band.rect, left: band.rect.left - plot.left, top: band.rect.top - plot.top };
      const zoom = zoomToWindow(view.zoom, view.axes, plot, window, band.axes);
      return { state: idleGesture, effects: [{ kind: 'view', zoom, isFinal: true }] };
    }
    case 'panning':
      return { state: idleGesture, effects: [panned(state, at, view, true)] };
    case 'pinching': {
      const left = state.now.find((finger) => finger.id !== event.id);
      const effects: GestureEffect[] = [{ kind: 'view', zoom: pinchZoom(state, view), isFinal: true }];
      // The finger that is lifted last must not move a cursor or set a pin.
      return { state: left === undefined ? idleGesture : { mode: 'spent', id: left.id }, effects };
    }
    default:
      return { state: idleGesture, effects: [] };
  }
}

function clicked(state: Extract<GestureState, { mode: 'pressed' }>, view: GestureView): readonly GestureEffect[] {
  const at = state.start;
  // A click on the x axis marks a place on it. A finger does that by resting, so its tap is free for the limits.
  if (state.area === 'x' && state.pointer !== 'touch') return [{ kind: 'pin', at }];
  if (state.area === 'x' || state.area === 'left' || state.area === 'right')
    return [{ kind: 'limits', axis: state.area }];
  if (state.pointer === 'touch') return [{ kind: 'cursor', at: into(at, view.layout.plot) }];
  if (state.hasModifier) return [{ kind: 'pin', at }];
  return state.isPan ? [] : [{ kind: 'pick', at }];
}

function held(state: GestureState, view: GestureView): GestureStep {
  if (state.mode !== 'pressed' || state.pointer !== 'touch') return stay(state);
  const isPlot = state.area === 'plot' || state.area === 'x';
  const effects: GestureEffect[] = isPlot ? [{ kind: 'pin', at: into(state.start, view.layout.plot) }] : [];
  return { state: { mode: 'spent', id: state.id }, effects };
}

function escaped(state: GestureState): GestureStep {
  if (state.mode === 'idle' || state.mode === 'spent') return stay(state);
  const id = state.mode === 'pinching' ? state.start[0].id : state.id;
  return { state: { mode: 'spent', id }, effects: aborted(state).effects };
}

function aborted(state: GestureState): GestureStep {
  const isMoving = state.mode === 'panning' || state.mode === 'pinching';
  return { state: idleGesture, effects: isMoving ? [{ kind: 'view', zoom: state.origin.zoom, isFinal: true }] : [] };
}

function doubled(state: GestureState, event: EventOf<'double'>, view: GestureView): GestureStep {
  const area = areaAt(view.layout, view.axes.right !== undefined, event.x, event.y);
  if (area === 'outside' || (state.mode !== 'idle' && state.mode !== 'pressed')) return stay(state);
  const zoom = area === 'plot' ? undefined : changeZoom(view.zoom, { [area]: undefined });
  return { state: idleGesture, effects: [{ kind: 'view', zoom, isFinal: true }] };
}

// A wheel has no end of its own: every turn is one.
function wheeled(event: EventOf<'wheel'>, view: GestureView): GestureStep {
  const area = areaAt(view.layout, view.axes.right !== undefined, event.x, event.y);
  if (area === 'outside') return stay(idleGesture);
  if (!event.isWanted) return { state: idleGesture, effects: area === 'plot' ? [{ kind: 'hint' }] : [] };
  const { plot } = view.layout;
  const which: readonly AxisName[] = area === 'plot' ? ['x', 'left', 'right'] : [area];
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    const window = { left: event.deltaX, top: 0, width: plot.width, height: plot.height };
    const zoom = zoomToWindow(view.zoom, view.axes, plot, window, ['x']);
    return { state: idleGesture, effects: [{ kind: 'view', zoom, isFinal: true }] };
  }
  const factor = Math.exp(clamp(event.deltaY, -largestWheel, largestWheel) * wheelSpeed);
  const at = { x: clamp(event.x - plot.left, 0, plot.width), y: clamp(event.y - plot.top, 0, plot.height) };
  const zoom = zoomToWindow(view.zoom, view.axes, plot, windowAbout(plot, at, factor), which);
  const kept = factor > 1 ? dropOuterParts(zoom, view.fitted, which) : zoom;
  return { state: idleGesture, effects: [{ kind: 'view', zoom: kept, isFinal: true }] };
}

function panned(
  state: Extract<GestureState, { mode: 'panning' }>,
  at: GesturePoint,
  view: GestureView,
  isFinal: boolean,
): GestureEffect {
  const { plot } = view.layout;
  const which: readonly AxisName[] =
    state.area === 'plot' || state.area === 'outside' ? ['x', 'left', 'right'] : [state.area];
  const window = { left: state.start.x - at.x, top: state.start.y - at.y, width: plot.width, height: plot.height };
  return { kind: 'view', zoom: zoomToWindow(state.origin.zoom, state.origin.axes, plot, window, which), isFinal };
}

// Each finger keeps the place of the data that it touched first.
function pinchZoom(state: Extract<GestureState, { mode: 'pinching' }>, view: GestureView): ChartZoom | undefined {
  const { plot } = view.layout;
  const [a0, b0] = state.start;
  const [a1, b1] = state.now;
  const x = pinchAxis(a0.x - plot.left, b0.x - plot.left, a1.x - plot.left, b1.x - plot.left, plot.width);
  const y = pinchAxis(a0.y - plot.top, b0.y - plot.top, a1.y - plot.top, b1.y - plot.top, plot.height);
  const window = { left: x.from, top: y.from, width: x.size, height: y.size };
  // Fingers beside each other stretch x alone: a vertical axis that fits the data goes on to do so.
  const { zoom } = state.origin;
  const isOneWay = x.isStretch !== y.isStretch;
  const which = (['x', 'left', 'right'] as const).filter(
    (name) => !isOneWay || (name === 'x' ? x : y).isStretch || zoom?.[name] !== undefined,
  );
  return zoomToWindow(zoom, state.origin.axes, plot, window, which);
}

interface PinchedAxis {
  readonly from: number;
  readonly size: number;
  readonly isStretch: boolean;
}

function pinchAxis(a0: number, b0: number, a1: number, b1: number, size: number): PinchedAxis {
  const isStretch = Math.abs(b0 - a0) >= leastPinch && Math.abs(b1 - a1) >= leastPinch && (b0 - a0) * (b1 - a1) > 0;
  const factor = isStretch ? (b0 - a0) / (b1 - a1) : 1;
  const middle0 = (a0 + b0) / 2;
  const middle1 = (a1 + b1) / 2;
  return { from: middle0 - middle1 * factor, size: size * factor, isStretch };
}

export interface ZoomBand {
  readonly rect: Rect; // in chart pixels
  readonly axes: readonly AxisName[];
}

// The band that a box drag shows now, and the axes it will zoom. undefined while it is too small to mean anything.
export function bandOf(state: GestureState, plot: Rect): ZoomBand | undefined {
  if (state.mode !== 'boxing') return undefined;
  const a = into(state.start, plot);
  const b = into(state.now, plot);
  const width = Math.abs(b.x - a.x);
  const height = Math.abs(b.y - a.y);
  if (Math.max(width, height) < mouseThreshold) return undefined;
  const rect = { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), width, height };
  if (height < flatBand && width > 2 * height)
    return { rect: { ...rect, top: plot.top, height: plot.height }, axes: ['x'] };
  if (width < flatBand && height > 2 * width) {
    return { rect: { ...rect, left: plot.left, width: plot.width }, axes: ['left', 'right'] };
  }
  return { rect, axes: ['x', 'left', 'right'] };
}

function into(at: GesturePoint, plot: Rect): GesturePoint {
  return { x: clamp(at.x, plot.left, plot.left + plot.width), y: clamp(at.y, plot.top, plot.top + plot.height) };
}
