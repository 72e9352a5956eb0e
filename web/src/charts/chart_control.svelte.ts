// What a user does to a chart: pointer, wheel, fingers and keys, turned into calls of the chart's owner.
import {
  idleGesture,
  stepGesture,
  type GestureEffect,
  type GestureEvent,
  type GesturePoint,
  type GestureState,
  type PointerKind,
} from './chart_gestures';
import type { Hover, HoverPoint } from './chart_hover';
import { keyAction, type KeyAction } from './chart_keys';
import { areaAt, type ChartArea, type Rect } from './chart_layout';
import type { ChartModel, Pointing } from './chart_model.svelte';
import { moveAlong, moveToCurve, moveToEnd, revealingZoom } from './chart_moves';
import { dropOuterParts, windowAbout, zoomToWindow } from './chart_window';
import type { AxisName, ChartCursor, ChartZoom } from './chart_zoom';

// The chart's owner, and the voice for screen readers.
export interface ControlTarget {
  readonly view: ChartZoom | undefined;
  readonly pins: readonly number[];
  readonly onView: (view: ChartZoom | undefined, isFinal: boolean) => void;
  readonly onCursor: (cursor: ChartCursor | undefined) => void;
  readonly onPin: (pins: readonly number[]) => void;
  readonly onPick: (key: string) => void;
  readonly onHighlight: (key: string | undefined) => void;
  // To what was seen before the last zoom; false where there is nothing.
  readonly onBack?: (() => boolean) | undefined;
}

export interface ControlVoice {
  point(point: HoverPoint): void;
  pinned(x: number): void;
  frozen(isFrozen: boolean): void;
}

type Timer = ReturnType<typeof setTimeout>;
const allAxes: readonly AxisName[] = ['x', 'left', 'right'];

// A click this near to a curve is meant for it.
const pickReach = 10;
const highlightReach = 32;
// Within this time a second click makes the first one part of a double click.
const doubleClickMillis = 250;
const longPressMillis = 500;
const hintMillis = 1800;
const manyCurves = 200;
const restMillis = 70;

export class ChartControl {
  gesture = $state.raw<GestureState>(idleGesture);
  // The readout is kept where it is.
  isFrozen = $state(false);
  // The last press was a finger's: it cannot hover, so what it found stays after it is lifted.
  isTouched = $state(false);
  area = $state<ChartArea>('outside');
  // The axis whose limits are being typed.
  limits = $state<AxisName | undefined>(undefined);
  isHinting = $state(false);
  // Where the chart was in the window when it was last touched, pointed at or moved. Kept, since asking after a change of the
  // page makes the browser lay it out at once.
  box = $state.raw<Rect>({ left: 0, top: 0, width: 0, height: 0 });

  #clickTimer: Timer | undefined;
  #holdTimer: Timer | undefined;
  #hintTimer: Timer | undefined;
  #highlightTimer: Timer | undefined;
  #highlighted: string | undefined;

  constructor(
    readonly model: ChartModel,
    private readonly target: () => ControlTarget,
    private readonly voice: ControlVoice,
    // The element that events are measured from and that has the focus.
    private readonly surface: () => HTMLElement | undefined,
  ) {}

  // A chart that goes away under the pointer takes its cursor along.
  stop(): void {
    this.point(undefined);
    for (const timer of [this.#clickTimer, this.#holdTimer, this.#hintTimer, this.#highlightTimer]) clearTimeout(timer);
  }

  point(to: Pointing | undefined): void {
    const { model } = this;
    if (to === undefined && model.pointing === undefined) return;
    if (to === undefined) this.isFrozen = false;
    model.pointing = to;
    const { hover } = model;
    this.#highlight(hover?.nearest);
    this.target().onCursor(hover && { x: this.#placeOf(hover) });
  }

  setView(zoom: ChartZoom | undefined, isFinal: boolean): void {
    this.model.isMoving = !isFinal;
    this.target().onView(zoom, isFinal);
  }

  closeLimits(): void {
    this.limits = undefined;
    this.surface()?.focus({ preventScroll: true });
  }

  // Numbers of the data rather than of pixels where there is a point, so that other charts find the same one.
  #placeOf(hover: Hover): number {
    const { nearest } = hover;
    const x = nearest === undefined || nearest.isFar ? undefined : nearest.series.x[nearest.index];
    return x ?? this.model.scales.x.toValue(hover.x);
  }

  #highlight(nearest: HoverPoint | undefined): void {
    const isByKeys = this.model.pointing?.key !== undefined;
    const isNear = nearest !== undefined && (isByKeys || nearest.distance <= highlightReach);
    const key = isNear ? nearest.series.key : undefined;
    if (key === this.#highlighted) return;
    this.#highlighted = key;
    clearTimeout(this.#highlightTimer);
    const tell = (): void => this.target().onHighlight(key);
    // Every chart is drawn anew for it: a pointer on its way across hundreds of curves means none of them.
    if (isByKeys || key === undefined || this.model.shown.length < manyCurves) tell();
    else this.#highlightTimer = setTimeout(tell, restMillis);
  }

  #pin(x: number): void {
    const { pins, onPin } = this.target();
    if (pins.includes(x)) return;
    onPin([...pins, x]);
    this.voice.pinned(x);
  }

  #send(event: GestureEvent): void {
    const { layout, axes, fitted } = this.model;
    const step = stepGesture(this.gesture, event, { layout, axes, fitted, zoom: this.target().view });
    this.gesture = step.state;
    for (const effect of step.effects) this.#act(effect);
  }

  #act(effect: GestureEffect): void {
    const { plot } = this.model.layout;
    switch (effect.kind) {
      case 'view':
        this.setView(effect.zoom, effect.isFinal);
        break;
      case 'cursor':
        if (!this.isFrozen) this.point(effect.at && this.#pointingAt(effect.at));
        break;
      case 'pin':
        this.#pin(this.model.placeAt(effect.at.x - plot.left, effect.at.y - plot.top));
        break;
      case 'pick':
        this.#clickTimer = setTimeout(() => this.#pick(), doubleClickMillis);
        break;
      case 'limits':
        this.#clickTimer = setTimeout(() => (this.limits = effect.axis), doubleClickMillis);
        break;
      case 'hint':
        this.#hint();
        break;
    }
  }

  #pointingAt(at: GesturePoint): Pointing {
    const { plot } = this.model.layout;
    return { x: this.model.scales.x.toValue(at.x - plot.left), y: at.y - plot.top, key: undefined };
  }

  #pick(): void {
    if (this.isFrozen) {
      this.isFrozen = false;
      return;
    }
    const nearest = this.model.hover?.nearest;
    if (nearest !== undefined && nearest.distance <= pickReach) this.target().onPick(nearest.series.key);
  }

  // Charts that pass under a resting pointer while the page scrolls need not speak up: only one that is being read does.
  #hint(): void {
    if (this.model.pointing === undefined || this.isHinting) return;
    this.isHinting = true;
    clearTimeout(this.#hintTimer);
    this.#hintTimer = setTimeout(() => (this.isHinting = false), hintMillis);
  }

  readonly measure = (): void => {
    this.box = this.surface()?.getBoundingClientRect() ?? this.box;
  };

  #at(event: MouseEvent): GesturePoint {
    this.measure();
    return { x: event.clientX - this.box.left, y: event.clientY - this.box.top };
  }

  readonly onpointerdown = (event: PointerEvent): void => {
    clearTimeout(this.#clickTimer);
    clearTimeout(this.#holdTimer);
    if (event.button > 1) return;
    // The gesture goes on when the pointer leaves the chart.
    this.surface()?.setPointerCapture(event.pointerId);
    const pointer = pointerKind(event);
    this.isTouched = pointer === 'touch';
    if (this.isTouched) this.#holdTimer = setTimeout(() => this.#send({ kind: 'hold' }), longPressMillis);
    this.#send({
      kind: 'down',
      id: event.pointerId,
      pointer,
      ...this.#at(event),
      isMiddle: event.button === 1,
      hasShift: event.shiftKey,
      hasModifier: event.altKey || event.ctrlKey || event.metaKey,
    });
  };

  readonly onpointermove = (event: PointerEvent): void => {
    const place = this.#at(event);
    this.area = areaAt(this.model.layout, this.model.hasRight, place.x, place.y);
    this.#send({ kind: 'move', id: event.pointerId, pointer: pointerKind(event), ...place });
    if (this.gesture.mode !== 'pressed') clearTimeout(this.#holdTimer);
  };

  readonly onpointerup = (event: PointerEvent): void => {
    clearTimeout(this.#holdTimer);
    this.#send({ kind: 'up', id: event.pointerId, pointer: pointerKind(event), ...this.#at(event) });
  };

  readonly onpointercancel = (event: PointerEvent): void => {
    clearTimeout(this.#holdTimer);
    this.#send({ kind: 'cancel', id: event.pointerId });
  };

  readonly onpointerleave = (event: PointerEvent): void => {
    this.area = 'outside';
    if (event.pointerType !== 'touch') this.#send({ kind: 'leave' });
  };

  readonly ondblclick = (event: MouseEvent): void => {
    clearTimeout(this.#clickTimer);
    this.#send({ kind: 'double', ...this.#at(event) });
  };

  readonly onwheel = (event: WheelEvent): void => {
    const unit = [1, 16, 400][event.deltaMode] ?? 1;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const isWanted = hasModifier || document.activeElement === this.surface();
    if (isWanted) {
      event.preventDefault();
      this.isHinting = false;
    }
    // A pinch on a touch pad comes as a wheel with Ctrl and small steps.
    const boost = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < 40 ? 4 : 1;
    const delta = { deltaX: event.deltaX * unit, deltaY: event.deltaY * unit * boost };
    this.#send({ kind: 'wheel', ...this.#at(event), ...delta, isWanted });
  };

  readonly onkeydown = (event: KeyboardEvent): void => {
    const action = keyAction(event);
    this.measure();
    if (action === undefined || !this.#press(action)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  // Keys for what the pointer reads: who hovers has not clicked. A button that was pressed last keeps the focus and takes Space, but not P.
  readonly onpagekeydown = (event: KeyboardEvent): void => {
    const kind = keyAction(event)?.kind;
    if (this.model.pointing === undefined || event.isComposing) return;
    const isFree = document.activeElement === document.body;
    const isPin = kind === 'pin' && !isTakenElsewhere(document.activeElement);
    if (isPin || (isFree && (kind === 'freeze' || kind === 'clear'))) this.onkeydown(event);
  };

  // A cursor that the keys moved goes with the focus; one under the pointer does not.
  readonly onblur = (): void => {
    if (!this.isFrozen && this.model.pointing?.key !== undefined) this.point(undefined);
  };

  // False where the key has nothing to do here, so that the page may have it.
  #press(action: KeyAction): boolean {
    const { model } = this;
    const { hover } = model;
    switch (action.kind) {
      case 'along':
        return this.#moveTo(moveAlong(model, action.by));
      case 'end':
        return this.#moveTo(moveToEnd(model, action.to));
      case 'curve':
        return this.#moveTo(moveToCurve(model, action.by));
      case 'zoom':
        this.#zoomBy(action.factor);
        return true;
      case 'pan':
        this.#panBy(action.x, action.y);
        return true;
      case 'limits':
        if (action.axis === 'right' && !model.hasRight) return false;
        this.limits = action.axis;
        return true;
      case 'fit':
        this.setView(undefined, true);
        return true;
      case 'back':
        return this.target().onBack?.() ?? false;
      case 'clear':
        return this.#clear();
      case 'pin':
        if (hover === undefined) return false;
        this.#pin(this.#placeOf(hover));
        return true;
      case 'freeze':
        if (hover === undefined) return false;
        this.isFrozen = !this.isFrozen;
        this.voice.frozen(this.isFrozen);
        return true;
      case 'pick':
        if (hover?.nearest === undefined) return false;
        this.target().onPick(hover.nearest.series.key);
        return true;
    }
  }

  #zoomBy(factor: number): void {
    const { layout, axes, fitted, hover } = this.model;
    const { plot } = layout;
    const y = hover?.nearest?.y ?? Number.NaN;
    const about = { x: hover?.x ?? plot.width / 2, y: Number.isNaN(y) ? plot.height / 2 : y };
    const zoom = zoomToWindow(this.target().view, axes, plot, windowAbout(plot, about, factor), allAxes);
    this.setView(factor > 1 ? dropOuterParts(zoom, fitted, allAxes) : zoom, true);
  }

  #panBy(x: number, y: number): void {
    const { layout, axes } = this.model;
    const { width, height } = layout.plot;
    const window = { left: x * width, top: y * height, width, height };
    const moved: readonly AxisName[] = x !== 0 ? ['x'] : ['left', 'right'];
    this.setView(zoomToWindow(this.target().view, axes, layout.plot, window, moved), true);
  }

  #clear(): boolean {
    if (this.gesture.mode !== 'idle') this.#send({ kind: 'escape' });
    else if (this.isFrozen) this.isFrozen = false;
    else if (this.model.pointing !== undefined) this.point(undefined);
    else return false;
    return true;
  }

  #moveTo(to: Pointing | undefined): boolean {
    if (to === undefined) return false;
    const reveal = revealingZoom(this.model, this.target().view, to.x);
    if (reveal !== undefined) this.setView(reveal, true);
    this.isFrozen = false;
    this.point(to);
    const nearest = this.model.hover?.nearest;
    if (nearest !== undefined) this.voice.point(nearest);
    return true;
  }
}

// Whether letters belong to what has the focus: a field, another chart, or what lies on top.
function isTakenElsewhere(focused: Element | null): boolean {
  const takers = 'input, textarea, select, [contenteditable], [role=application], dialog, .sg-popover';
  return (focused?.closest(takers) ?? undefined) !== undefined;
}

function pointerKind(event: PointerEvent): PointerKind {
  return event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse';
}
