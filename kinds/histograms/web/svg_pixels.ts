// An SVG as pixels, made by the browser.

const largestSide = 16_384;

// `scale` pixels for each of the picture's. Rejects where the browser has no room for so many.
export async function svgPixels(
  picture: { readonly svg: string; readonly width: number; readonly height: number },
  scale: number,
): Promise<Blob> {
  const width = Math.round(picture.width * scale);
  const height = Math.round(picture.height * scale);
  if (width > largestSide || height > largestSide) {
    throw new RangeError(`${width} × ${height} > ${largestSide}`);
  }
  const address = URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error(`${width} × ${height}`)) : resolve(blob)), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
