// Round distances between ticks: of numbers, of durations and of the calendar.

// The smallest of 1, 2, 5 times a power of ten that is at least `least`.
export function niceStep(least: number): number {
  if (!(least > 0) || !Number.isFinite(least)) return Number.NaN;
  const power = decimalPower(least);
  // Slack for the error of the logarithm: 0.1 / 0.1 must stay 1.
  const part = (least / tenTo(power)) * (1 - 1e-12);
  const digit = part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10;
  return digit === 10 ? tenTo(power + 1) : digit * tenTo(power);
}

// 10^power as the double nearest to it: 10 ** -23 and its like are an ulp off, which shows in labels.
export function tenTo(power: number): number {
  return Number(`1e${power}`);
}

// The power of ten at or below a positive value.
export function decimalPower(value: number): number {
  const power = Math.floor(Math.log10(value));
  if (tenTo(power + 1) <= value) return power + 1;
  return tenTo(power) > value ? power - 1 : power;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const clockSteps = [1, 2, 5, 10, 15, 30]
  .concat([1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute))
  .concat([1, 2, 3, 6, 12].map((hours) => hours * hour));

// The smallest step of seconds, minutes, hours or days that people count in and that is at least `least`.
export function durationStep(least: number): number {
  if (least <= 0.5) return niceStep(least);
  const step = clockSteps.find((candidate) => candidate >= least);
  return step ?? niceStep(least / day) * day;
}

// A distance between ticks of the calendar. Months and years have no fixed length in seconds.
export interface CalendarStep {
  readonly unit: 'second' | 'day' | 'month' | 'year';
  readonly count: number;
}

const daySteps = [1, 2, 5, 10];
const monthSteps = [1, 2, 3, 6];
const daysPerMonth = 30;
const daysPerYear = 365;

export function calendarStep(leastSeconds: number): CalendarStep {
  if (leastSeconds <= 12 * hour) return { unit: 'second', count: durationStep(leastSeconds) };
  const days = daySteps.find((count) => count * day >= leastSeconds);
  if (days !== undefined) return { unit: 'day', count: days };
  const months = monthSteps.find((count) => count * daysPerMonth * day >= leastSeconds);
  if (months !== undefined) return { unit: 'month', count: months };
  return { unit: 'year', count: Math.max(1, niceStep(leastSeconds / (daysPerYear * day))) };
}

// How many seconds a step takes, about.
export function stepSeconds(step: CalendarStep): number {
  switch (step.unit) {
    case 'second':
      return step.count;
    case 'day':
      return step.count * day;
    case 'month':
      return step.count * daysPerMonth * day;
    case 'year':
      return step.count * daysPerYear * day;
  }
}

// The ticks of a calendar step from `min` to `max`, in seconds since 1970, at round times of the local zone.
export function calendarTicks(step: CalendarStep, min: number, max: number, most: number): readonly number[] {
  const ticks: number[] = [];
  let at = firstCalendarTick(step, min);
  while (at <= max && ticks.length < most) {
    if (at >= min) ticks.push(at);
    const next = nextCalendarTick(step, at);
    // Beyond the years that Date knows, and steps below the grain of a double.
    if (!(next > at)) break;
    at = next;
  }
  return ticks;
}

function localSeconds(year: number, month: number, dayOfMonth: number): number {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, dayOfMonth);
  return date.getTime() / 1000;
}

function firstCalendarTick(step: CalendarStep, min: number): number {
  const date = new Date(min * 1000);
  const year = date.getFullYear();
  const month = date.getMonth();
  switch (step.unit) {
    case 'second': {
      // Counted from local midnight, so that six-hour ticks fall on 6:00 in every zone; below a second the zone is no matter.
      const origin = step.count < 1 ? Math.floor(min) : localSeconds(year, month, date.getDate());
      return origin + Math.ceil((min - origin) / step.count - 1e-9) * step.count;
    }
    case 'day':
      return localSeconds(year, month, 1 + Math.floor((date.getDate() - 1) / step.count) * step.count);
    case 'month':
      return localSeconds(year, Math.floor(month / step.count) * step.count, 1);
    case 'year':
      return localSeconds(Math.floor(year / step.count) * step.count, 0, 1);
  }
}

function nextCalendarTick(step: CalendarStep, at: number): number {
  const date = new Date(at * 1000);
  const year = date.getFullYear();
  const month = date.getMonth();
  switch (step.unit) {
    case 'second': {
      const next = at + step.count;
      // Hours start again at midnight: a day on which the clocks change has 23 or 25 of them.
      const midnight = localSeconds(year, month, date.getDate() + 1);
      return step.count >= hour && next > midnight - step.count / 2 ? midnight : next;
    }
    case 'day': {
      const next = date.getDate() + step.count;
      // Counting starts again on the first of each month, and a step that would end right before it is left out.
      const lastOfMonth = new Date(year, month + 1, 0).getDate();
      const isShort = next > lastOfMonth - (step.count > 2 ? step.count / 2 : 0);
      return isShort ? localSeconds(year, month + 1, 1) : localSeconds(year, month, next);
    }
    case 'month':
      return localSeconds(year, month + step.count, 1);
    case 'year':
      return localSeconds(year + step.count, 0, 1);
  }
}
