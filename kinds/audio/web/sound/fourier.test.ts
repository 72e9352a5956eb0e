import { describe, expect, it } from 'vitest';
import { Fourier } from './fourier';

// As the definition has it, slowly.
function plain(samples: readonly number[]): readonly (readonly [number, number])[] {
  const n = samples.length;
  return samples.map((_, k) =>
    samples.reduce<readonly [number, number]>(
      ([re, im], sample, i) => [
        re + sample * Math.cos((2 * Math.PI * k * i) / n),
        im - sample * Math.sin((2 * Math.PI * k * i) / n),
      ],
      [0, 0],
    ),
  );
}

describe('Fourier', () => {
  it.each([2, 4, 8, 64])('equals the definition for %i samples', (size) => {
    const samples = Array.from({ length: size }, (_, i) => Math.sin(i * i) + i / size);
    const [real, imaginary] = [Float64Array.from(samples), new Float64Array(size)];
    new Fourier(size).transform(real, imaginary);
    plain(samples).forEach(([re, im], k) => {
      expect(real[k]).toBeCloseTo(re, 9);
      expect(imaginary[k]).toBeCloseTo(im, 9);
    });
  });

  it('finds a tone where it is', () => {
    const size = 256;
    const real = Float64Array.from({ length: size }, (_, i) => Math.cos((2 * Math.PI * 20 * i) / size));
    const imaginary = new Float64Array(size);
    new Fourier(size).transform(real, imaginary);
    const strengths = Array.from(real.subarray(0, size / 2), (re, k) => Math.hypot(re, imaginary[k] ?? 0));
    expect(strengths.indexOf(Math.max(...strengths))).toBe(20);
    expect(strengths[20]).toBeCloseTo(size / 2, 6);
  });
});
