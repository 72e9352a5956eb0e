// A figure as pixels.

import { figureSvg, type Figure } from './svg_export';
import { svgPng } from './svg_pixels';

// `scale` pixels for each unit of the figure: 2 or 3 for print. Rejects where the browser has no room for so many pixels.
export async function figurePng(figure: Figure, scale: number): Promise<Blob> {
  return svgPng(figureSvg(figure), Math.round(figure.width * scale), Math.round(figure.height * scale));
}
