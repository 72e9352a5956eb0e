// The colour of a pixel of an image that is shown.

export interface Pixel {
  readonly x: number;
  readonly y: number;
  // Red, green, blue and opacity, 0 to 255.
  readonly color: readonly [number, number, number, number];
}

// A copy takes four bytes a pixel: larger ones are not read.
const mostPixels = 16e6;

export class PixelReader {
  #context: OffscreenCanvasRenderingContext2D | undefined;
  // The address of the image that was copied.
  #url = '';

  // At parts of its width and height; undefined outside of it.
  read(image: HTMLImageElement, partX: number, partY: number): Pixel | undefined {
    const { naturalWidth: width, naturalHeight: height } = image;
    const x = Math.floor(partX * width);
    const y = Math.floor(partY * height);
    if (!(x >= 0 && y >= 0 && x < width && y < height) || width * height > mostPixels) return undefined;
    if (this.#url !== image.src) {
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      if (context === null) return undefined;
      context.drawImage(image, 0, 0);
      this.#context = context;
      this.#url = image.src;
    }
    const [red = 0, green = 0, blue = 0, opacity = 255] = this.#context?.getImageData(x, y, 1, 1).data ?? [];
    return { x, y, color: [red, green, blue, opacity] };
  }
}

export function pixelText({ x, y, color: [red, green, blue, opacity] }: Pixel): string {
  const colors = red === green && green === blue ? `${red}` : `${red} ${green} ${blue}`;
  return `${x}, ${y}: ${colors}${opacity < 255 ? ` / ${opacity}` : ''}`;
}
