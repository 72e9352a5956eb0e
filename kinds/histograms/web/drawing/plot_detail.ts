// How much of the data a plot can show: rows and bins beyond that would only be sent. In a few sizes, so that a little more or less room
// asks for nothing.
export type PlotMode = 'offset' | 'overlay' | 'heat';

export interface PlotDetail {
  readonly maxSteps: number;
  readonly bins: number;
}

const columnSizes = [100, 200, 400, 800, 1600];
const rowSizes = [24, 50, 100, 200];
const ridgeBins = [20, 30, 60, 100];
const heatBins = [30, 60, 120];

// `bins` as the user chose them; 0: as many as can be seen.
export function plotDetail(mode: PlotMode, width: number, height: number, bins: number): PlotDetail {
  if (mode === 'heat') {
    return { maxSteps: sizeFor(columnSizes, width), bins: bins > 0 ? bins : sizeFor(heatBins, height / 3) };
  }
  return {
    // Ridges nearer than three pixels hide each other. The server sends between half of what is asked and all.
    maxSteps: mode === 'offset' ? sizeFor(rowSizes, (height * 0.6) / 2.5) : 50,
    bins: bins > 0 ? bins : sizeFor(ridgeBins, width / 11),
  };
}

// The largest that is not more than needed by half.
function sizeFor(sizes: readonly number[], needed: number): number {
  return sizes.find((size) => size >= needed * 0.75) ?? sizes.at(-1) ?? needed;
}
