// Readouts of curves that have several numbers at each point.
import type { ReadoutRow } from './chart_readout';

// Names of the details that any row has, in their order.
export function detailTitles(rows: readonly ReadoutRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => row.details.map(({ title }) => title)))];
}

// Labels without the end that all of them share, from a slash on: "a/train" and "b/train" are "a" and "b".
export function distinctLabels(labels: readonly string[]): readonly string[] {
  const [first] = labels;
  if (first === undefined || labels.length < 2) return labels;
  for (let at = first.indexOf('/', 1); at > 0; at = first.indexOf('/', at + 1)) {
    const end = first.slice(at);
    if (!labels.every((label) => label.endsWith(end) && label.length > end.length)) continue;
    return labels.map((label) => label.slice(0, label.length - end.length));
  }
  return labels;
}
