// The words on axes: numbers, steps, durations and times, each as short as it can be while neighbours still differ.

import { decimalPower, tenTo } from './tick_steps';

export type AxisTextKind = 'number' | 'step' | 'duration' | 'time' | 'date';
export type AxisLanguage = 'en' | 'zh';

const minus = '\u2212';
const ellipsis = '\u2026';
// Labels longer than this have their common beginning left out, but for the first.
const longestLabel = 9;
const exponentFrom = 1e5;
const exponentBelow = 1e-3;
const siPowers: readonly (readonly [number, string])[] = [
  [12, 'T'],
  [9, 'G'],
  [6, 'M'],
  [3, 'k'],
];

function withMinus(text: string): string {
  return text.replaceAll('-', minus);
}

// Digits after the point that tell multiples of `step` apart: 0.25 needs two, 0.2 one.
function decimalsOf(step: number): number {
  const power = decimalPower(step);
  const digit = step / tenTo(power);
  const needsOneMore = Math.abs(digit - Math.round(digit)) > 1e-9;
  return Math.max(0, -power + (needsOneMore ? 1 : 0));
}

function withoutEndZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function exponentText(value: number, step: number): string {
  if (value === 0) return '0';
  const power = decimalPower(Math.abs(value));
  const decimals = Math.min(20, Math.max(0, decimalsOf(step / tenTo(power))));
  const [mantissa = '', exponent = ''] = value.toExponential(decimals).split('e');
  return `${withoutEndZeros(mantissa)}e${exponent.replace('+', '')}`;
}

function groupedText(value: number): string {
  return value.toFixed(0).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

// Each value has the prefix of its own size: 500k, 1M, 1.5M.
function siText(value: number, step: number, largest: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  const prefix = siPowers.find(([power]) => size >= tenTo(power));
  if (prefix === undefined || largest < 10_000) return value.toFixed(Math.min(20, decimalsOf(step)));
  const [power, letter] = prefix;
  const unit = tenTo(power);
  const decimals = decimalsOf(step / unit);
  // Digits that the eye must count are better counted in groups.
  if (decimals > 3 && step >= 1) return groupedText(value);
  return `${withoutEndZeros((value / unit).toFixed(Math.min(20, decimals)))}${letter}`;
}

// Leaves out what all labels begin with. The first stays whole, so that the value can be read.
function withoutCommonBeginning(labels: readonly string[]): readonly string[] {
  const first = labels[0];
  if (first === undefined || labels.length < 2 || labels.every((label) => label.length <= longestLabel)) return labels;
  if (labels.some((label) => label.includes('e'))) return labels;
  let common = 0;
  while (common < first.length && labels.every((label) => label[common] === first[common])) common += 1;
  // At least three digits stay, and a group of thousands is never cut in two.
  common = Math.min(common, ...labels.map((label) => label.length - 3));
  const comma = first.lastIndexOf(',', common);
  if (comma >= 0) common = comma + 1;
  if (common < 4) return labels;
  return labels.map((label, i) => (i === 0 ? label : `${ellipsis}${label.slice(common)}`));
}

// Labels of values that are multiples of `step`.
export function numberLabels(values: readonly number[], step: number): readonly string[] {
  const largest = Math.max(...values.map(Math.abs));
  const isExponent = largest >= exponentFrom || largest < exponentBelow;
  // Close values far from zero, such as 123461 or 123456.001, are no longer without exponent.
  const digits = decimalPower(largest) - decimalPower(step);
  const isShort = decimalPower(largest) < digits + 4 && digits > 0;
  const isPlain = !isExponent || ((isShort || digits > 5) && largest < 1e15 && largest >= 1);
  const text = isPlain
    ? (value: number): string => (value === 0 ? '0' : value.toFixed(Math.min(20, decimalsOf(step))))
    : (value: number): string => exponentText(value, step);
  return withoutCommonBeginning(values.map((value) => withMinus(text(value))));
}

export function stepLabels(values: readonly number[], step: number): readonly string[] {
  const largest = Math.max(...values.map(Math.abs));
  if (largest >= 1e15 && decimalsOf(step / 1e12) <= 3)
    return values.map((value) => withMinus(exponentText(value, step)));
  return withoutCommonBeginning(values.map((value) => withMinus(siText(value, step, largest))));
}

// One label by itself, for the powers of log axes.
export function powerLabel(value: number, kind: AxisTextKind): string {
  const size = Math.abs(value);
  if (kind === 'step' && size >= 1 && size < 1e15) return withMinus(siText(value, tenTo(decimalPower(size)), size));
  if (size >= exponentBelow && size < exponentFrom) return withMinus(String(value));
  return withMinus(exponentText(value, tenTo(decimalPower(size))));
}

interface DurationWords {
  readonly units: readonly (readonly [number, string])[];
  readonly between: string;
}

const durationWords: Record<AxisLanguage, DurationWords> = {
  en: {
    units: [
      [86_400, 'd'],
      [3600, 'h'],
      [60, 'm'],
      [1, 's'],
      [1e-3, 'ms'],
      [1e-6, '\u00b5s'],
      [1e-9, 'ns'],
    ],
    between: ' ',
  },
  zh: {
    units: [
      [86_400, '天'],
      [3600, '小时'],
      [60, '分'],
      [1, '秒'],
      [1e-3, '毫秒'],
      [1e-6, '微秒'],
      [1e-9, '纳秒'],
    ],
    between: '',
  },
};

function durationLabel(value: number, step: number, language: AxisLanguage): string {
  const { units, between } = durationWords[language];
  const sign = value < 0 ? minus : '';
  let rest = Math.abs(value);
  if (rest === 0) return `0${units[3]?.[1] ?? ''}`;
  if (step < 1 && rest < 1) {
    const [unit, word] = units.find(([size]) => rest >= size * (1 - 1e-9)) ?? [1e-9, units[6]?.[1] ?? ''];
    return `${sign}${(rest / unit).toFixed(Math.min(20, decimalsOf(step / unit)))}${word}`;
  }
  const parts: string[] = [];
  // Ticks are multiples of the step: half of it is far more than the error of the sum.
  const grain = Math.min(step, 1) / 2;
  for (const [unit, word] of units) {
    if (unit === 1) {
      if (rest >= grain || parts.length === 0) parts.push(`${rest.toFixed(Math.min(9, decimalsOf(step)))}${word}`);
      break;
    }
    const count = Math.floor((rest + grain) / unit);
    if (count > 0) parts.push(`${count}${word}`);
    rest = Math.max(0, rest - count * unit);
  }
  return sign + parts.join(between);
}

export function durationLabels(values: readonly number[], step: number, language: AxisLanguage): readonly string[] {
  return values.map((value) => durationLabel(value, step, language));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dayText(date: Date, language: AxisLanguage): string {
  const day = date.getDate();
  return language === 'zh' ? `${date.getMonth() + 1}月${day}日` : `${months[date.getMonth()] ?? ''} ${day}`;
}

function monthText(date: Date, language: AxisLanguage): string {
  return language === 'zh' ? `${date.getMonth() + 1}月` : (months[date.getMonth()] ?? '');
}

function yearText(date: Date, language: AxisLanguage): string {
  return language === 'zh' ? `${date.getFullYear()}年` : String(date.getFullYear());
}

function clockText(date: Date, seconds: number, step: number): string {
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (step >= 60) return clock;
  const decimals = step < 1 ? Math.min(6, decimalsOf(step)) : 0;
  const part = seconds - Math.floor(seconds / 60) * 60;
  return `${clock}:${part.toFixed(decimals).padStart(decimals === 0 ? 2 : 3 + decimals, '0')}`;
}

// Labels of ticks in local time, in seconds since 1970, `step` seconds apart. The first says its date (its year, where the others
// are dates), and so does every tick that begins a new one.
export function timeLabels(values: readonly number[], step: number, language: AxisLanguage): readonly string[] {
  let previous: Date | undefined;
  return values.map((seconds) => {
    const date = new Date(Math.round(seconds * 1e6) / 1e3);
    const before = previous;
    previous = date;
    const isNewYear = before === undefined || before.getFullYear() !== date.getFullYear();
    if (step >= 360 * 86_400) return yearText(date, language);
    if (step >= 28 * 86_400) {
      if (!isNewYear) return monthText(date, language);
      if (date.getMonth() === 0) return yearText(date, language);
      return language === 'zh'
        ? `${yearText(date, language)}${monthText(date, language)}`
        : `${monthText(date, language)} ${yearText(date, language)}`;
    }
    if (step >= 86_400) {
      if (!isNewYear) return dayText(date, language);
      return language === 'zh'
        ? `${yearText(date, language)}${dayText(date, language)}`
        : `${dayText(date, language)}, ${yearText(date, language)}`;
    }
    const isNewDay = isNewYear || before.getMonth() !== date.getMonth() || before.getDate() !== date.getDate();
    const clock = clockText(date, seconds, step);
    if (!isNewDay) return clock;
    const isMidnight = date.getHours() === 0 && date.getMinutes() === 0 && date.getSeconds() === 0;
    return isMidnight && step >= 60 ? dayText(date, language) : `${dayText(date, language)} ${clock}`;
  });
}

// How wide a label is about, in the 11 px type of axes. Wide letters count double.
export function labelPixels(label: string): number {
  let pixels = 0;
  for (const letter of label) pixels += (letter.codePointAt(0) ?? 0) >= 0x2e80 ? 11 : 6.3;
  return pixels;
}
