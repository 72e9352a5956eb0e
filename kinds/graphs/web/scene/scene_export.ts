// What is shown, as files.
import { largestSide, svgPng } from '$charts/svg_pixels';
import { sceneDrawing } from './scene_drawing';
import type { DrawingInput } from './scene_look';
import { drawingSvg, svgMargin, svgScale } from './scene_svg';

const wantedPngScale = 3;
// Browsers make no larger pictures than this in all.
const mostPixels = 160e6;

export function sceneSvg(input: DrawingInput, title: string): string {
  const { scene, theme } = input;
  const page = { width: scene.width, height: scene.height, ground: theme.ground, fontFamily: theme.fontFamily, title };
  return drawingSvg(sceneDrawing(input), page);
}

// Pixels for each unit of the SVG: 3, or as many as there can be.
export function pngScale(width: number, height: number): number {
  const side = largestSide / Math.max(1, width, height);
  const area = Math.sqrt(mostPixels / Math.max(1, width * height));
  return Math.min(wantedPngScale, side, area);
}

// Made by the browser from the SVG. Rejects where there is no room for so many pixels.
export async function scenePng(input: DrawingInput, title: string): Promise<Blob> {
  const size = (units: number): number => units * svgScale + 2 * svgMargin;
  const scale = pngScale(size(input.scene.width), size(input.scene.height));
  const width = Math.max(1, Math.floor(size(input.scene.width) * scale));
  const height = Math.max(1, Math.floor(size(input.scene.height) * scale));
  return svgPng(sceneSvg(input, title), width, height);
}
