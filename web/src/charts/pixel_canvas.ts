// Where masks become colours. Pixels are kept column by column, as the masks are, and with their colour multiplied by their
// opacity, which makes laying one over the other two multiplications; finish() turns them into what ImageData wants.

import type { CoverageMask } from './coverage_mask';

// '#rrggbb' as a number with red lowest, the order of bytes in ImageData. What cannot be read is grey, not invisible.
export function parseColor(color: string): number {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  if (match === null) return 0x888888;
  const [, red = '', green = '', blue = ''] = match;
  return Number.parseInt(red, 16) | (Number.parseInt(green, 16) << 8) | (Number.parseInt(blue, 16) << 16);
}

// Rows that are turned at once: a cache line of each column read, and as many lines of the result written again and again.
const turnedRows = 16;

export class PixelCanvas {
  width = 0;
  height = 0;
  // Column by column, red in the lowest byte, multiplied by the opacity in the highest. Signed, since
  // the compiler keeps signed numbers in registers and makes fractions of large unsigned ones.
  private pixels = new Int32Array(0);
  // The part of each column that is not empty.
  private top = new Int32Array(0);
  private bottom = new Int32Array(0);

  // Makes everything transparent.
  reset(width: number, height: number): void {
    if (width === this.width && height === this.height) {
      for (let column = 0; column < width; column += 1) {
        const begin = this.top[column] ?? 0;
        const end = this.bottom[column] ?? 0;
        if (begin < end) this.pixels.fill(0, column * height + begin, column * height + end);
      }
    } else {
      this.width = width;
      this.height = height;
      this.pixels = new Int32Array(width * height);
      this.top = new Int32Array(width);
      this.bottom = new Int32Array(width);
    }
    this.top.fill(height);
    this.bottom.fill(0);
  }

  // Lays `color` below what is there, as far as the mask covers it, and empties the mask. What lies on top comes first: under a
  // crowd of lines most pixels are full soon, and a full pixel costs a look.
  layUnder(mask: CoverageMask, color: number, alpha: number): void {
    // 256 steps of opacity, so that a whole pixel is a shift and no division.
    const opacity = Math.round(Math.min(1, Math.max(0, alpha)) * 256);
    const { pixels } = this;
    const { bytes, height, top, bottom } = mask;
    const redBlue = color & 0xff00ff;
    const alphaGreen = 0xff0000 | ((color >>> 8) & 0xff);
    const opaque = 0xff000000 | color;
    for (let column = mask.left; column < mask.right; column += 1) {
      const begin = top[column] ?? 0;
      const end = bottom[column] ?? 0;
      if (begin < (this.top[column] ?? 0)) this.top[column] = begin;
      if (end > (this.bottom[column] ?? 0)) this.bottom[column] = end;
      const stop = column * height + end;
      for (let index = column * height + begin; index < stop; index += 1) {
        const covered = bytes[index] ?? 0;
        if (covered === 0) continue;
        bytes[index] = 0;
        const above = pixels[index] ?? 0;
        if (above >>> 24 >= fullFrom) continue;
        const weight = Math.imul(covered + (covered >>> 7), opacity) >>> 8;
        if (above === 0 && weight === 256) {
          pixels[index] = opaque;
          continue;
        }
        // What is seen of it through what lies above.
        const seen = Math.imul(weight, 256 - (above >>> 24)) >>> 8;
        const addedRedBlue = (Math.imul(redBlue, seen) >>> 8) & 0xff00ff;
        const addedAlphaGreen = Math.imul(alphaGreen, seen) & 0xff00ff00;
        pixels[index] = (above + (addedRedBlue | addedAlphaGreen)) | 0;
      }
    }
    mask.markEmpty();
  }

  // Tells the mask which part of each column is full. Looks only at the ends of what it told before, so that it may be asked often.
  hide(mask: CoverageMask): void {
    const { pixels, width, height, top, bottom } = this;
    const { hiddenTop, hiddenBottom } = mask;
    for (let column = 0; column < width; column += 1) {
      const base = column * height;
      let begin = hiddenTop[column] ?? 0;
      let end = hiddenBottom[column] ?? 0;
      // Crowds are thickest in their middle.
      if (begin === end) begin = end = ((top[column] ?? 0) + (bottom[column] ?? 0)) >>> 1;
      while (begin > 0 && (pixels[base + begin - 1] ?? 0) >>> 24 >= fullFrom) begin -= 1;
      while (end < height && (pixels[base + end] ?? 0) >>> 24 >= fullFrom) end += 1;
      hiddenTop[column] = begin;
      hiddenBottom[column] = end;
    }
  }

  // Row by row, colours not multiplied: `out` holds width * height transparent pixels.
  finish(out: Int32Array): void {
    const { pixels, width, height, top, bottom } = this;
    for (let upper = 0; upper < height; upper += turnedRows) {
      const lower = Math.min(height, upper + turnedRows);
      for (let column = 0; column < width; column += 1) {
        const begin = Math.max(upper, top[column] ?? 0);
        const end = Math.min(lower, bottom[column] ?? 0);
        let to = begin * width + column;
        for (let index = column * height + begin; index < column * height + end; index += 1, to += width) {
          const pixel = pixels[index] ?? 0;
          out[to] = pixel >>> 24 >= fullFrom ? pixel | 0xff000000 : pixel === 0 ? 0 : unmultiplied(pixel);
        }
      }
    }
  }
}

// Opacity from which a pixel counts as full: rounding down at each layer may keep it from ever getting there.
const fullFrom = 0xfc;

function unmultiplied(pixel: number): number {
  const alpha = pixel >>> 24;
  if (alpha === 0) return 0;
  const scale = 255 / alpha;
  const red = Math.min(255, (pixel & 0xff) * scale + 0.5);
  const green = Math.min(255, ((pixel >>> 8) & 0xff) * scale + 0.5);
  const blue = Math.min(255, ((pixel >>> 16) & 0xff) * scale + 0.5);
  return (alpha << 24) | (blue << 16) | (green << 8) | red;
}
