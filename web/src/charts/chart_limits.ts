// Limits of an axis as people type them.
import { isUsableDomain, type AxisText } from './chart_zoom';
import type { Domain, ScaleKind } from './line_data';

export type LimitProblem = 'min-number' | 'max-number' | 'order' | 'positive' | 'close';
export type LimitAnswer = { readonly domain: Domain } | { readonly problem: LimitProblem };

// A bound that is left empty keeps the shown one.
export function readLimits(
  minText: string,
  maxText: string,
  shown: Domain,
  kind: ScaleKind,
  axisText: AxisText,
): LimitAnswer {
  const min = minText.trim() === '' ? shown.min : readBound(minText, axisText);
  const max = maxText.trim() === '' ? shown.max : readBound(maxText, axisText);
  if (min === undefined) return { problem: 'min-number' };
  if (max === undefined) return { problem: 'max-number' };
  if (kind === 'log' && min <= 0) return { problem: 'positive' };
  if (!(min < max)) return { problem: 'order' };
  return isUsableDomain({ min, max }, kind) ? { domain: { min, max } } : { problem: 'close' };
}

const units: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86400 };
const powers: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9, B: 1e9, T: 1e12 };

// A number as axes show it (1,234.5 or 1e−3, 20k), a duration (1h 30m), a time (2026-01-31 12:00).
export function readBound(text: string, axisText: AxisText): number | undefined {
  const plain = text
    .trim()
    .replace(/−/g, '-')
    .replace(/(?<=\d)[,_\s](?=\d{3})/g, '');
  if (axisText === 'time') return readTime(plain);
  if (axisText === 'duration' && /[a-z]/i.test(plain.replace(/e[+-]?\d/i, ''))) return readDuration(plain);
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([kMGBT])?$/i.exec(plain);
  if (match === null) return undefined;
  return finite(Number(match[1]) * (powers[match[2] ?? ''] ?? 1));
}

function readDuration(text: string): number | undefined {
  const body = text.replace(/^[+-]/, '').trim();
  if (!/^(?:[\d.]+\s*(?:ms|s|m|h|d)\s*)+$/.test(body)) return undefined;
  let seconds = 0;
  for (const [, number = '', unit = ''] of body.matchAll(/([\d.]+)\s*(ms|s|m|h|d)/g))
    seconds += Number(number) * (units[unit] ?? NaN);
  return finite(text.startsWith('-') ? -seconds : seconds);
}

function readTime(text: string): number | undefined {
  if (/^[+-]?\d{9,}(\.\d+)?$/.test(text)) return finite(Number(text));
  return finite(Date.parse(text.replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T')) / 1000);
}

// A bound as text that readBound() takes back without loss of what is seen.
export function boundText(value: number, shown: Domain, axisText: AxisText): string {
  if (axisText === 'time') return localTime(value);
  // Two digits more than the span needs: what was chosen by hand on the screen has no more meaning.
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(value), Number.MIN_VALUE) / (shown.max - shown.min))) + 4;
  return String(Number(value.toPrecision(Math.max(4, Math.min(17, digits)))));
}

function localTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return '';
  const pad = (number: number): string => String(number).padStart(2, '0');
  const day = `${String(date.getFullYear())}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
