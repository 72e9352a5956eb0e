// The discrete Fourier transform of a power of two of samples, in place: radix 2, decimation in time.

export class Fourier {
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  // Where each value goes before the first pass: its index with the bits reversed.
  readonly #places: Uint32Array;

  // REQUIRES: `size` is a power of two, at least 2.
  constructor(readonly size: number) {
    const half = size / 2;
    this.#cosines = Float64Array.from({ length: half }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sines = Float64Array.from({ length: half }, (_, i) => -Math.sin((2 * Math.PI * i) / size));
    this.#places = new Uint32Array(size);
    for (let i = 1; i < size; i += 1) {
      this.#places[i] = ((this.#places[i >> 1] ?? 0) >> 1) | (i & 1 ? half : 0);
    }
  }

  // REQUIRES: both have `size` numbers.
  transform(real: Float64Array, imaginary: Float64Array): void {
    this.#reorder(real, imaginary);
    for (let width = 2; width <= this.size; width *= 2) {
      const half = width / 2;
      const stride = this.size / width;
      for (let start = 0; start < this.size; start += width) {
        for (let k = 0; k < half; k += 1) {
          const cosine = this.#cosines[k * stride] ?? 0;
          const sine = this.#sines[k * stride] ?? 0;
          const [low, high] = [start + k, start + k + half];
          const [re, im] = [real[high] ?? 0, imaginary[high] ?? 0];
          const turnedRe = re * cosine - im * sine;
          const turnedIm = re * sine + im * cosine;
          const [baseRe, baseIm] = [real[low] ?? 0, imaginary[low] ?? 0];
          real[high] = baseRe - turnedRe;
          imaginary[high] = baseIm - turnedIm;
          real[low] = baseRe + turnedRe;
          imaginary[low] = baseIm + turnedIm;
        }
      }
    }
  }

  #reorder(real: Float64Array, imaginary: Float64Array): void {
    for (let i = 0; i < this.size; i += 1) {
      const j = this.#places[i] ?? 0;
      if (j <= i) continue;
      const [re, im] = [real[i] ?? 0, imaginary[i] ?? 0];
      real[i] = real[j] ?? 0;
      imaginary[i] = imaginary[j] ?? 0;
      real[j] = re;
      imaginary[j] = im;
    }
  }
}
