// The picture of a series in the form that was chosen.
import { heatPicture } from './drawing/heat_picture';
import type { PlotMode } from './drawing/plot_detail';
import type { PictureInput, PlotPicture } from './drawing/plot_picture';
import { ridgePicture } from './drawing/ridge_picture';

export function seriesPicture(mode: PlotMode, input: PictureInput): PlotPicture {
  return mode === 'heat' ? heatPicture(input) : ridgePicture(input, mode);
}
