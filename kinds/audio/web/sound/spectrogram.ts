// How strong each frequency is over time. Pure: what runs in the worker, and in tests.
import { Fourier } from './fourier';
import { hertzAt, type FrequencyScale } from './frequency_scale';

export interface SpectrogramRequest {
  // One channel, from the first frame that is shown to the last.
  readonly samples: Float32Array;
  readonly rate: number;
  readonly columns: number;
  readonly rows: number;
  readonly scale: FrequencyScale;
}

// Decibels below full scale, column by column from left to right, in each from the bottom up: a sine of amplitude 1 is at 0.
export interface Spectrogram {
  readonly columns: number;
  readonly rows: number;
  readonly decibels: Float32Array;
}

// Below this nothing is told apart: 16 bits reach down to -96.
export const silence = -160;

// Long enough to tell low tones apart, short enough to see when something begins: about 40 ms.
export function windowSize(rate: number): number {
  const wanted = rate * 0.04;
  return 2 ** Math.min(13, Math.max(5, Math.round(Math.log2(wanted))));
}

// Hann's window, scaled so that a sine keeps its amplitude.
function hann(size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => (1 - Math.cos((2 * Math.PI * (i + 0.5)) / size)) * (2 / size));
}

// One transform a column. Where a column spans much more than a window, several are made and the strongest counts, so that a click is seen
// however far out the view is; `mostWindows` bounds the work.
const mostWindows = 8;

export function computeSpectrogram({ samples, rate, columns, rows, scale }: SpectrogramRequest): Spectrogram {
  const size = windowSize(rate);
  const fourier = new Fourier(size);
  const shape = hann(size);
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  const strengths = new Float64Array(size / 2 + 1);
  const bins = rowBins(rows, scale, rate, size);
  const decibels = new Float32Array(columns * rows);
  const span = samples.length / columns;
  const windows = Math.min(mostWindows, Math.max(1, Math.ceil((2 * span) / size)));
  for (let column = 0; column < columns; column += 1) {
    strengths.fill(0);
    for (let i = 0; i < windows; i += 1) {
      const middle = Math.round((column + (i + 0.5) / windows) * span);
      for (let k = 0; k < size; k += 1) real[k] = (samples[middle - size / 2 + k] ?? 0) * (shape[k] ?? 0);
      imaginary.fill(0);
      fourier.transform(real, imaginary);
      for (let k = 0; k <= size / 2; k += 1) {
        const strength = (real[k] ?? 0) ** 2 + (imaginary[k] ?? 0) ** 2;
        if (strength > (strengths[k] ?? 0)) strengths[k] = strength;
      }
    }
    for (let row = 0; row < rows; row += 1) {
      decibels[column * rows + row] = decibelsOf(strengthOf(strengths, bins[row] ?? 0, bins[row + 1] ?? 0));
    }
  }
  return { columns, rows, decibels };
}

function decibelsOf(power: number): number {
  return Math.max(silence, 10 * Math.log10(power));
}

// Edges of the rows, in bins of the transform and parts of them.
function rowBins(rows: number, scale: FrequencyScale, rate: number, size: number): Float64Array {
  return Float64Array.from({ length: rows + 1 }, (_, row) => (hertzAt(row / rows, scale, rate / 2) * size) / rate);
}

// A row that spans several bins shows the strongest; one between two bins what lies between them.
function strengthOf(strengths: Float64Array, from: number, to: number): number {
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  if (first <= last) {
    let most = 0;
    for (let k = first; k <= last; k += 1) most = Math.max(most, strengths[k] ?? 0);
    return most;
  }
  const middle = (from + to) / 2;
  const below = Math.floor(middle);
  const part = middle - below;
  return (strengths[below] ?? 0) * (1 - part) + (strengths[below + 1] ?? 0) * part;
}
