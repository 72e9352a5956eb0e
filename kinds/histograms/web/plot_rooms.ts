// The plots of a card's runs beside each other: all in sight while they are large enough to be read, else in rows that scroll.
export interface PlotRooms {
  readonly columns: number;
  readonly rows: number;
  // Of each, with its head.
  readonly width: number;
  readonly height: number;
  readonly isScrolling: boolean;
}

export const roomGap = 6;
const leastWidth = 132;
const leastHeight = 92;
// Width to height that suits a histogram.
const aspect = 1.4;

export function layoutRooms(width: number, height: number, count: number): PlotRooms {
  if (count === 0 || width <= 0 || height <= 0) return { columns: 1, rows: 0, width: 0, height: 0, isScrolling: false };
  const most = Math.max(1, Math.min(count, Math.floor((width + roomGap) / (leastWidth + roomGap))));
  let best: PlotRooms | undefined;
  let bestSize = 0;
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(count / columns);
    const one = { width: share(width, columns), height: share(height, rows) };
    if (rows > 1 && one.height < leastHeight) continue;
    const size = Math.min(one.width, one.height * aspect);
    if (size <= bestSize) continue;
    bestSize = size;
    best = { columns, rows, ...one, isScrolling: false };
  }
  if (best !== undefined) return best;
  const one = share(width, most);
  // Not higher than the room: one row at least is seen whole.
  const high = Math.min(height, Math.max(leastHeight, Math.round(one / aspect)));
  return { columns: most, rows: Math.ceil(count / most), width: one, height: high, isScrolling: true };
}

function share(room: number, parts: number): number {
  return Math.floor((room - roomGap * (parts - 1)) / parts);
}
