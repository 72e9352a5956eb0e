// What differs between two images of one size: pixel by pixel, in each colour.

export interface PixelDifference {
  // RGBA: the distance in each colour, times `gain`; black where both are alike.
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  // Of all colours of all pixels, 0 to 255.
  readonly mean: number;
  readonly most: number;
  // Of the pixels, 0 to 1.
  readonly differing: number;
}

// REQUIRES: as many bytes in both, four to a pixel.
export function pixelDifference(a: Uint8ClampedArray, b: Uint8ClampedArray, gain: number): PixelDifference {
  const pixels = new Uint8ClampedArray(a.length);
  let sum = 0;
  let most = 0;
  let differing = 0;
  for (let at = 0; at < a.length; at += 4) {
    let largest = 0;
    for (let color = at; color < at + 3; color += 1) {
      const distance = Math.abs((a[color] ?? 0) - (b[color] ?? 0));
      pixels[color] = distance * gain;
      sum += distance;
      if (distance > largest) largest = distance;
    }
    // What is transparent in one of them only differs too, whatever its colour.
    const alpha = Math.abs((a[at + 3] ?? 0) - (b[at + 3] ?? 0));
    pixels[at + 3] = 255;
    if (largest > most) most = largest;
    if (largest > 0 || alpha > 0) differing += 1;
  }
  const count = a.length / 4;
  return { pixels, mean: count === 0 ? 0 : sum / (count * 3), most, differing: count === 0 ? 0 : differing / count };
}
