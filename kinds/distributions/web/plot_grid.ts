// How the plots of several runs stand in a card.

export interface PlotGrid {
  readonly columns: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  // Of all rows; more than there is room for is scrolled.
  readonly height: number;
}

export interface PlotPlace {
  readonly index: number;
  readonly left: number;
  readonly top: number;
}

// Smaller plots cannot be read.
const least = { width: 150, height: 104 };
const bestProportion = 1.7;

// How many plots have room.
export function plotCapacity(width: number, height: number): number {
  return Math.max(1, Math.floor(width / least.width)) * Math.max(1, Math.floor(height / least.height));
}

// As many columns as make the plots large and neither flat nor narrow.
export function plotGrid(count: number, width: number, height: number): PlotGrid {
  const mostColumns = Math.max(1, Math.min(count, Math.floor(width / least.width)));
  let best: PlotGrid | undefined;
  let bestWorth = -Infinity;
  for (let columns = 1; columns <= mostColumns; columns += 1) {
    const rows = Math.ceil(count / columns);
    const plotWidth = Math.floor(width / columns);
    const plotHeight = Math.max(least.height, Math.floor(height / Math.max(1, rows)));
    const proportion = plotWidth / plotHeight / bestProportion;
    // What has to be scrolled for counts against it.
    const seen = Math.min(1, height / (rows * plotHeight));
    const worth = seen * Math.min(proportion, 1 / proportion);
    if (worth <= bestWorth) continue;
    bestWorth = worth;
    best = { columns, plotWidth, plotHeight, height: rows * plotHeight };
  }
  return best ?? { columns: 1, plotWidth: width, plotHeight: height, height };
}

// Those that can be seen of a box scrolled to `top`.
export function plotsInView(count: number, grid: PlotGrid, top: number, height: number): readonly PlotPlace[] {
  const first = Math.max(0, Math.floor(top / grid.plotHeight)) * grid.columns;
  const end = Math.min(count, Math.ceil((top + height) / grid.plotHeight) * grid.columns);
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => {
    const index = first + i;
    const row = Math.floor(index / grid.columns);
    return { index, left: (index % grid.columns) * grid.plotWidth, top: row * grid.plotHeight };
  });
}
