// Where the arrow keys lead in a plot.
import type { PlotPlace } from './drawing/histogram_rows';

export interface PlotGrid {
  readonly rows: number;
  readonly bins: number;
  // Rows lie above each other, the newest lowest, or beside each other, and then bins rise upwards.
  readonly run: 'upright' | 'sideways';
}

const page = 10;

// undefined: not such a key. From nowhere the first key goes to the middle of the newest row.
export function placeAfterKey(
  key: string,
  from: PlotPlace | undefined,
  { rows, bins, run }: PlotGrid,
): PlotPlace | undefined {
  if (rows === 0 || bins === 0) return undefined;
  const [alongRows, alongBins] = run === 'upright' ? (['Up', 'Right'] as const) : (['Right', 'Up'] as const);
  const back = { Up: 'Down', Right: 'Left' } as const;
  const moves = new Map<string, readonly [row: number, bin: number]>([
    // Downwards is where newer ridges are; to the right, newer columns.
    [`Arrow${alongRows}`, [run === 'upright' ? -1 : 1, 0]],
    [`Arrow${back[alongRows]}`, [run === 'upright' ? 1 : -1, 0]],
    [`Arrow${alongBins}`, [0, 1]],
    [`Arrow${back[alongBins]}`, [0, -1]],
    ['PageUp', [-page, 0]],
    ['PageDown', [page, 0]],
    ['Home', [0, -Infinity]],
    ['End', [0, Infinity]],
  ]);
  const move = moves.get(key);
  if (move === undefined) return undefined;
  if (from === undefined) return { row: rows - 1, bin: bins >> 1 };
  const within = (at: number, count: number): number => Math.min(count - 1, Math.max(0, at));
  return { row: within(from.row + move[0], rows), bin: within(from.bin + move[1], bins) };
}
