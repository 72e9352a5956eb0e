// A figure as pixels, made by the browser from the SVG.

import { figureSvg, type Figure } from './svg_export';

const largestSide = 16_384;

// `scale` pixels for each unit of the figure: 2 or 3 for print. Rejects where the browser has no room for so many pixels.
export async function figurePng(figure: Figure, scale: number): Promise<Blob> {
  const width = Math.round(figure.width * scale);
  const height = Math.round(figure.height * scale);
  if (!(width > 0 && height > 0 && width <= largestSide && height <= largestSide)) {
    throw new RangeError(`picture of ${width} x ${height} pixels, limit ${largestSide} a side`);
  }
  const address = URL.createObjectURL(new Blob([figureSvg(figure)], { type: 'image/svg+xml;charset=utf-8' }));
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
