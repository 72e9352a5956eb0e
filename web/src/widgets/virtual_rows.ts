// Which rows of a long list exist. All have the same height, so every question is a division.

export interface RowRange {
  readonly begin: number;
  readonly end: number;
}

// Rows that are seen, and `overscan` more on either side so that scrolling shows no gap.
export function visibleRows(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
  overscan: number,
): RowRange {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight) - overscan;
  const last = Math.ceil((Math.max(0, scrollTop) + viewHeight) / rowHeight) + overscan;
  const end = Math.min(count, Math.max(0, last));
  return { begin: Math.max(0, Math.min(first, end)), end };
}

// Where to scroll so that a row is wholly seen; the same place if it is already.
export function scrollToRow(index: number, scrollTop: number, viewHeight: number, rowHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + viewHeight ? top + rowHeight - viewHeight : scrollTop;
}

// Where the keys of a list lead; undefined: not such a key. Nothing is active at -1.
export function rowForKey(key: string, active: number, count: number, pageRows: number): number | undefined {
  if (count === 0) return undefined;
  const at = (index: number): number => Math.min(count - 1, Math.max(0, index));
  if (key === 'ArrowDown') return at(active + 1);
  if (key === 'ArrowUp') return at(active < 0 ? count - 1 : active - 1);
  if (key === 'PageDown') return at(active + pageRows);
  if (key === 'PageUp') return at(active - pageRows);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
