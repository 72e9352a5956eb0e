// Where an axis has ticks and what they say. Candidates go from dense to sparse; the first whose labels do not collide is taken.

import {
  durationLabels,
  labelPixels,
  numberLabels,
  powerLabel,
  stepLabels,
  timeLabels,
  type AxisLanguage,
  type AxisTextKind,
} from './axis_text';
import type { AxisView } from './line_data';
import { makeScale, type Scale } from './scale';
import { calendarStep, calendarTicks, decimalPower, durationStep, niceStep, stepSeconds, tenTo } from './tick_steps';

export interface Tick {
  readonly value: number;
  // Empty for ticks that have no room for one.
  readonly label: string;
  // Has a grid line; the others are only notches between powers of a log axis.
  readonly isMajor: boolean;
}

// Labels of an x axis stand beside each other, those of a y axis above each other.
export type TickDirection = 'x' | 'y';

const leastApart: Record<TickDirection, number> = { x: 56, y: 34 };
const gapBetweenLabels = 14;
const labelHeight = 14;
const mostTicks = 60;
const day = 86_400;

// What is asked for, handed from one way of placing ticks to another.
interface Ruler {
  readonly axis: AxisView;
  readonly scale: Scale;
  readonly pixels: number;
  readonly kind: AxisTextKind;
  readonly language: AxisLanguage;
  readonly direction: TickDirection;
}

function room(label: string, direction: TickDirection): number {
  return direction === 'x' ? labelPixels(label) + gapBetweenLabels : labelHeight;
}

function collides(ticks: readonly Tick[], scale: Scale, direction: TickDirection): boolean {
  for (let i = 1; i < ticks.length; i += 1) {
    const [before, tick] = [ticks[i - 1], ticks[i]];
    if (before === undefined || tick === undefined) continue;
    const apart = Math.abs(scale.toPixel(tick.value) - scale.toPixel(before.value));
    if (apart < (room(before.label, direction) + room(tick.label, direction)) / 2) return true;
  }
  return false;
}

function labelled(values: readonly number[], labels: readonly string[]): readonly Tick[] {
  return values.map((value, i) => ({ value, label: labels[i] ?? '', isMajor: true }));
}

function multiplesOf(step: number, min: number, max: number): readonly number[] {
  const values: number[] = [];
  const first = Math.ceil(min / step - 1e-9);
  const power = decimalPower(step);
  const digit = Math.round(step / tenTo(power));
  for (let i = 0; i < mostTicks; i += 1) {
    const multiple = first + i;
    // Dividing by a power of ten, which is exact, gives 0.3 where multiplying by 0.1 gives 0.30000000000000004.
    const value = power < 0 && power > -300 ? (multiple * digit) / tenTo(-power) : multiple * step;
    if (value > max + step * 1e-9) break;
    values.push(value === 0 ? 0 : value);
  }
  return values;
}

// Each step tried is larger than the one before, until labels fit; one tick alone always does.
function firstThatFits(
  leastStep: number,
  stepFor: (least: number) => number,
  ticksOf: (step: number) => readonly Tick[],
  scale: Scale,
  direction: TickDirection,
): readonly Tick[] {
  let step = stepFor(leastStep);
  for (let attempt = 0; attempt < 40 && step > 0 && Number.isFinite(step); attempt += 1) {
    const ticks = ticksOf(step);
    if (ticks.length < 2 || !collides(ticks, scale, direction)) return ticks;
    step = stepFor(step * 1.01);
  }
  return [];
}

function evenTicks({ scale, pixels, kind, language, direction }: Ruler): readonly Tick[] {
  const { min, max } = scale.domain;
  const span = max - min;
  const least = span / Math.max(1, pixels / leastApart[direction]);
  if (kind === 'time' || kind === 'date') {
    const smallest = kind === 'date' ? Math.max(least, day) : least;
    const ticksOf = (seconds: number): readonly Tick[] => {
      const step = calendarStep(seconds);
      const values = calendarTicks(step, min, max, mostTicks);
      return labelled(values, timeLabels(values, stepSeconds(step), language));
    };
    return firstThatFits(smallest, (seconds) => stepSeconds(calendarStep(seconds)), ticksOf, scale, direction);
  }
  if (kind === 'duration') {
    const ticksOf = (step: number): readonly Tick[] => {
      const values = step < 1 ? multiplesOf(step, min, max) : wholeMultiples(step, min, max);
      return labelled(values, durationLabels(values, step, language));
    };
    return firstThatFits(least, durationStep, ticksOf, scale, direction);
  }
  // Between two steps there is nothing to point at.
  const smallest = kind === 'step' && span > 1 ? Math.max(least, 1) : least;
  const ticksOf = (step: number): readonly Tick[] => {
    const values = multiplesOf(step, min, max);
    return labelled(values, kind === 'step' ? stepLabels(values, step) : numberLabels(values, step));
  };
  return firstThatFits(smallest, niceStep, ticksOf, scale, direction);
}

function wholeMultiples(step: number, min: number, max: number): readonly number[] {
  const values: number[] = [];
  for (let multiple = Math.ceil(min / step - 1e-9); values.length < mostTicks; multiple += 1) {
    if (multiple * step > max) break;
    values.push(multiple === 0 ? 0 : multiple * step);
  }
  return values;
}

function textOf(value: number, kind: AxisTextKind, language: AxisLanguage): string {
  if (kind === 'duration') return durationLabels([value], Math.min(value, 1), language)[0] ?? '';
  return powerLabel(value, kind);
}

// Powers of ten, every n-th of them labelled; between neighbouring powers notches at 2 to 9, where they have room.
function logTicks(ruler: Ruler): readonly Tick[] {
  const { scale, pixels, kind, language, direction } = ruler;
  const { min, max } = scale.domain;
  const decades = Math.log10(max) - Math.log10(min);
  const first = Math.ceil(Math.log10(min) - 1e-9);
  const last = Math.floor(Math.log10(max) + 1e-9);
  if (last < first || decades < 0.7) return evenTicks(ruler);
  const apart = pixels / decades;
  for (let stride = 1; ; stride += 1) {
    const ticks: Tick[] = [];
    for (let power = Math.ceil(first / stride) * stride; power <= last; power += stride) {
      ticks.push({ value: tenTo(power), label: textOf(tenTo(power), kind, language), isMajor: true });
    }
    const isRoomy = apart * stride >= leastApart[direction] * 0.6 && !collides(ticks, scale, direction);
    if (!isRoomy && ticks.length > 1) continue;
    return stride === 1 && apart >= 24 ? withNotches(ruler, ticks, first, last, apart) : ticks;
  }
}

function withNotches(
  { scale, kind, language, direction }: Ruler,
  powers: readonly Tick[],
  first: number,
  last: number,
  apart: number,
): readonly Tick[] {
  const { min, max } = scale.domain;
  const between = (digits: readonly number[], isNamed: boolean): readonly Tick[] => {
    const ticks: Tick[] = [];
    for (let power = first - 1; power <= last; power += 1) {
      for (const digit of digits) {
        const value = Number(`${digit}e${power}`);
        if (value < min || value > max) continue;
        const label = isNamed && (digit === 2 || digit === 5) ? textOf(value, kind, language) : '';
        ticks.push({ value, label, isMajor: false });
      }
    }
    return ticks;
  };
  const inOrder = (ticks: readonly Tick[]): readonly Tick[] => [...ticks].sort((a, b) => a.value - b.value);
  const areNamed = apart >= 90 && !collides(inOrder([...powers, ...between([2, 5], true)]), scale, direction);
  return inOrder([...powers, ...between([2, 3, 4, 5, 6, 7, 8, 9], areNamed)]);
}

// Zero, and powers of ten outside of the linear part; those that stand too near to one already named are left out.
function symlogTicks(ruler: Ruler): readonly Tick[] {
  const { axis, scale, kind, direction } = ruler;
  const { min, max } = scale.domain;
  const constant = axis.symlogConstant > 0 ? axis.symlogConstant : 1;
  const largest = Math.max(Math.abs(min), Math.abs(max));
  const isAcrossZero = min <= 0 && max >= 0;
  const nearest = isAcrossZero ? 0 : Math.min(Math.abs(min), Math.abs(max));
  if (largest < 10 * constant || (nearest > 0 && largest / nearest < 100)) {
    return evenTicks(ruler);
  }
  const ticks: Tick[] = [];
  const offer = (value: number): void => {
    if (value < min || value > max) return;
    const label = value === 0 ? '0' : powerLabel(value, kind === 'duration' ? 'number' : kind);
    const needed = Math.max(room(label, direction), leastApart[direction] * 0.6);
    const isFree = ticks.every((tick) => {
      const apart = Math.abs(scale.toPixel(tick.value) - scale.toPixel(value));
      return apart >= Math.max(needed, (room(tick.label, direction) + room(label, direction)) / 2);
    });
    if (isFree) ticks.push({ value, label, isMajor: true });
  };
  offer(0);
  const lowest = decimalPower(Math.max(constant, nearest, Number.MIN_VALUE * 1e20));
  const highest = decimalPower(largest);
  for (let power = lowest; power <= highest; power += 1) {
    offer(tenTo(power));
    offer(-tenTo(power));
  }
  return [...ticks].sort((a, b) => a.value - b.value);
}

// The ticks of an axis `pixels` long, in rising order. Their labels, as wide as 11 px type makes them, never touch.
export function axisTicks(
  axis: AxisView,
  pixels: number,
  kindOfText: AxisTextKind,
  language: AxisLanguage,
  direction: TickDirection = 'x',
): readonly Tick[] {
  if (!(pixels > 0)) return [];
  const scale = makeScale(axis, 0, pixels);
  const ruler: Ruler = { axis, scale, pixels, kind: kindOfText, language, direction };
  // Dates have no logarithm that anybody reads; the numbers behind them do.
  if (axis.kind === 'log') return logTicks(ruler);
  if (axis.kind === 'symlog') return symlogTicks(ruler);
  return evenTicks(ruler);
}
