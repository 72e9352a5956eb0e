// How old the newest data are. Times are seconds since 1970.
import type { Run } from '$api/core';

// A job that logs once in a few minutes is not quiet yet.
const patienceSeconds = 600;

export function newestTime(runs: readonly Pick<Run, 'lastTime'>[]): number | undefined {
  let newest: number | undefined;
  for (const { lastTime } of runs) {
    if (lastTime !== undefined && (newest === undefined || lastTime > newest)) newest = lastTime;
  }
  return newest;
}

// Undefined: data came lately, or none yet, or from a clock that runs ahead of ours.
export function quietSeconds(newest: number | undefined, now: number): number | undefined {
  if (newest === undefined || now - newest < patienceSeconds) return undefined;
  return now - newest;
}

const [day, year] = [86_400, 365.25 * 86_400];
const units = [
  ['year', year],
  ['month', year / 12],
  ['day', day],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

// "3 years", "1 day 4 hours": how long ago something was, as people say it. One unit; two where the first counts one or two.
export function ageText(seconds: number, language: string): string {
  const first = units.findIndex(([, size]) => seconds >= size);
  const parts: string[] = [];
  let rest = Math.max(1, Math.floor(seconds));
  for (const [unit, size] of units.slice(first)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && parts.length > 0) break;
    parts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
    if (count > 2 || parts.length === 2) break;
  }
  return parts.join(language === 'zh' ? '' : ' ');
}
