// What a plot shows and answers: its shapes, what lies at a pixel, and what marks a place.
import type { Rect } from '$charts/chart_layout';
import type { BinHeights } from './bin_heights';
import type { StepAxis } from '$histograms/step_axis';
import type { HistogramRows } from '$histograms/histogram_answer';
import type { PlotPlace } from './histogram_rows';
import type { PlotRoom } from './plot_frame';
import type { Shape } from './plot_shapes';

export interface PictureInput {
  readonly data: HistogramRows;
  readonly heights: BinHeights;
  // The run's.
  readonly color: string;
  readonly axis: StepAxis;
  // Seconds since 1970 from which relative times count.
  readonly origin: number;
  readonly room: PlotRoom;
}

export interface PlotPicture {
  readonly plot: Rect;
  readonly shapes: readonly Shape[];
  // What the pointer means there; undefined outside of the plot.
  placeAt(x: number, y: number): PlotPlace | undefined;
  // The row that a drag has reached, also outside of the plot.
  rowAt(x: number, y: number): number;
  // For a bin that is pointed at.
  pointed(place: PlotPlace): readonly Shape[];
  // For a row that is kept; `isFaint` where another card or page points at it.
  kept(row: number, isFaint: boolean): readonly Shape[];
  // For rows that are being chosen.
  chosen(first: number, last: number): readonly Shape[];
  // Where rows go on the screen, for arrow keys.
  readonly rowsRun: 'upright' | 'sideways';
  // Where the readout of a place belongs.
  anchor(place: PlotPlace): { readonly x: number; readonly y: number };
}
