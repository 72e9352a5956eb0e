// Widths that somebody gave to columns of the runs, as one text: what a setting holds. Others are as wide as what they show needs.

export const columnLimits = { min: 40, max: 480 } as const;

// Of columns that were shown once; the oldest are forgotten.
const mostKept = 100;
const keyStep = 8;

export function readColumnWidths(text: string): ReadonlyMap<string, number> {
  const entries = [...new URLSearchParams(text)].map(([key, width]) => [key, Number(width)] as const);
  return new Map(entries.filter(([, width]) => width >= columnLimits.min && width <= columnLimits.max));
}

// Undefined: as wide as needed again.
export function withColumnWidth(text: string, key: string, width: number | undefined): string {
  const widths = new Map(readColumnWidths(text));
  widths.delete(key);
  if (width !== undefined) widths.set(key, clampColumn(width));
  return new URLSearchParams([...widths].slice(-mostKept).map(([name, pixels]) => [name, String(pixels)])).toString();
}

export function clampColumn(width: number): number {
  return Math.round(Math.min(columnLimits.max, Math.max(columnLimits.min, width)));
}

// After a key on the edge of a column; undefined: not a key of it.
export function keyedColumn(key: string, width: number, isFast: boolean): number | undefined {
  const step = isFast ? keyStep * 4 : keyStep;
  if (key === 'ArrowLeft') return clampColumn(width - step);
  return key === 'ArrowRight' ? clampColumn(width + step) : undefined;
}
