import { describe, expect, it } from 'vitest';
import { Peaks } from './peaks';

// The same numbers in every run.
function noise(length: number): Float32Array {
  let state = 12345;
  return Float32Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 1073741824 - 1;
  });
}

describe('Peaks', () => {
  it('gives what looking at every sample gives', () => {
    const samples = noise(40_000);
    const peaks = new Peaks(samples);
    const parts = [
      [0, 40_000],
      [1, 39_999],
      [31, 33],
      [1023, 2049],
      [1024, 2048],
      [17, 18],
      [39_990, 40_000],
      [5, 32_773],
    ] as const;
    for (const [begin, end] of parts) {
      const part = samples.subarray(begin, end);
      expect(peaks.extremes(begin, end)).toEqual({
        low: part.reduce((a, b) => Math.min(a, b)),
        high: part.reduce((a, b) => Math.max(a, b)),
      });
    }
  });

  it('finds one sample that stands out, wherever it is', () => {
    for (const at of [0, 31, 32, 1023, 1024, 4999]) {
      const samples = new Float32Array(5000);
      samples[at] = 0.5;
      expect(new Peaks(samples).extremes(0, 5000)).toEqual({ low: 0, high: 0.5 });
    }
  });

  it('has nothing to say of no samples', () => {
    expect(new Peaks(new Float32Array()).extremes(0, 10)).toBeUndefined();
    const peaks = new Peaks(noise(100));
    expect(peaks.extremes(50, 50)).toBeUndefined();
    expect(peaks.extremes(100, 200)).toBeUndefined();
    expect(peaks.extremes(-10, 0)).toBeUndefined();
  });

  it('costs little beside the samples', () => {
    expect(new Peaks(new Float32Array(100_000)).bytes).toBeLessThan((4 * 100_000) / 10);
  });
});
