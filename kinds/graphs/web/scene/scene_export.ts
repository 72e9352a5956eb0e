// What is shown, as files.
import { sceneDrawing } from './scene_drawing';
import type { DrawingInput } from './scene_look';
import { drawingSvg, svgMargin, svgScale } from './scene_svg';

const wantedPngScale = 3;
// Browsers make no larger pictures than this, a side and in all.
const largestSide = 16_384;
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
  const address = URL.createObjectURL(new Blob([sceneSvg(input, title)], { type: 'image/svg+xml;charset=utf-8' }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error(`no picture of ${width} x ${height} pixels could be made`));
        else resolve(blob);
      }, 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
