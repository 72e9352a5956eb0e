// An SVG as pixels, made by the browser.

// Browsers make no larger pictures than this a side.
export const largestSide = 16_384;

// A PNG of so many pixels. Rejects where the browser has no room for them.
export async function svgPng(svg: string, width: number, height: number): Promise<Blob> {
  if (!(width > 0 && height > 0 && width <= largestSide && height <= largestSide)) {
    throw new RangeError(`picture of ${width} x ${height} pixels, limit ${largestSide} a side`);
  }
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml;charset=utf-8' }));
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
