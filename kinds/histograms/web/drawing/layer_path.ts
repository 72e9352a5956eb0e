// A histogram of a few pixels: the outline of its bins as SVG path data.
import type { NumberColumn } from '$charts/line_data';

// Two that stand in the same place are drawn on one scale, so that they can be compared.
export function layerPaths(
  first: NumberColumn,
  last: NumberColumn,
  width: number,
  height: number,
): { readonly first: string; readonly last: string } {
  const [a, b] = [shares(first), shares(last)];
  const top = Math.max(0, ...a, ...b);
  return { first: outline(a, top, width, height), last: outline(b, top, width, height) };
}

// Steps may hold different numbers of values.
function shares(counts: NumberColumn): Float64Array {
  let total = 0;
  for (const count of counts) total += count;
  return Float64Array.from(counts, (count) => (total > 0 ? count / total : 0));
}

function outline(values: Float64Array, top: number, width: number, height: number): string {
  if (values.length === 0 || !(top > 0) || !values.some((value) => value > 0)) return '';
  const short = (value: number): string => String(Math.round(value * 10) / 10);
  let data = `M0 ${short(height)}`;
  values.forEach((value, bin) => {
    // A root keeps the tails in sight beside the peak.
    const y = height * (1 - Math.sqrt(value / top));
    data += `V${short(y)}H${short(((bin + 1) * width) / values.length)}`;
  });
  return `${data}V${short(height)}Z`;
}
