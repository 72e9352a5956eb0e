// Curves as their difference to that of one run.
import type { NumberColumn } from '$charts/line_data';

// y minus the baseline at the same x, which lies on the line between its neighbouring points. NaN beyond its ends and where either has no
// value. Both x rise.
// Cost: one pass over both.
export function differenceTo(
  x: NumberColumn,
  y: NumberColumn,
  baselineX: NumberColumn,
  baselineY: NumberColumn,
): Float64Array {
  const difference = new Float64Array(x.length).fill(Number.NaN);
  let next = 0;
  for (let i = 0; i < x.length; i += 1) {
    const at = x[i] ?? Number.NaN;
    while (next < baselineX.length && (baselineX[next] ?? Infinity) < at) next += 1;
    difference[i] = (y[i] ?? Number.NaN) - valueAt(baselineX, baselineY, next, at);
  }
  return difference;
}

// `next` is the first point that is not before `at`.
function valueAt(x: NumberColumn, y: NumberColumn, next: number, at: number): number {
  const rightX = x[next];
  const rightY = y[next];
  if (rightX === undefined || rightY === undefined) return Number.NaN;
  if (rightX === at) return rightY;
  const leftX = x[next - 1];
  const leftY = y[next - 1];
  if (leftX === undefined || leftY === undefined) return Number.NaN;
  return leftY + ((rightY - leftY) * (at - leftX)) / (rightX - leftX);
}
