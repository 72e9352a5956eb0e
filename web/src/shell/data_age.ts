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
