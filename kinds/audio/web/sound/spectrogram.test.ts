import { describe, expect, it } from 'vitest';
import { frequencyScales, hertzAt } from './frequency_scale';
import { computeSpectrogram, silence, windowSize } from './spectrogram';

const rate = 8000;

function tone(hertz: number, length: number, amplitude = 1): Float32Array {
  return Float32Array.from({ length }, (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / rate));
}

// The row of column `column` that is strongest.
function strongest(decibels: Float32Array, rows: number, column: number): { row: number; level: number } {
  const part = decibels.subarray(column * rows, (column + 1) * rows);
  const level = part.reduce((a, b) => Math.max(a, b));
  return { row: part.indexOf(level), level };
}

describe('computeSpectrogram', () => {
  it.each(frequencyScales)('shows a tone at its frequency and level on a %s axis', (scale) => {
    const rows = 64;
    const { decibels } = computeSpectrogram({ samples: tone(1000, 8000), rate, columns: 10, rows, scale });
    const { row, level } = strongest(decibels, rows, 5);
    expect(hertzAt(row / rows, scale, rate / 2)).toBeLessThanOrEqual(1000 + rate / windowSize(rate));
    expect(hertzAt((row + 1) / rows, scale, rate / 2)).toBeGreaterThanOrEqual(1000 - rate / windowSize(rate));
    expect(level).toBeGreaterThan(-2);
    expect(level).toBeLessThan(0.5);
  });

  it('shows half the amplitude six decibels lower', () => {
    const at = (amplitude: number): number =>
      strongest(
        computeSpectrogram({ samples: tone(1000, 4000, amplitude), rate, columns: 4, rows: 32, scale: 'mel' }).decibels,
        32,
        2,
      ).level;
    expect(at(1) - at(0.5)).toBeCloseTo(6.02, 1);
  });

  it('shows when a tone begins', () => {
    const samples = new Float32Array(8000);
    samples.set(tone(500, 4000), 4000);
    const { decibels } = computeSpectrogram({ samples, rate, columns: 8, rows: 32, scale: 'linear' });
    expect(strongest(decibels, 32, 1).level).toBe(silence);
    expect(strongest(decibels, 32, 6).level).toBeGreaterThan(-3);
  });

  it('shows a click in a column that is much longer than a window', () => {
    const samples = new Float32Array(rate * 8);
    samples[rate * 4 + 100] = 1;
    const { decibels } = computeSpectrogram({ samples, rate, columns: 100, rows: 16, scale: 'linear' });
    expect(Math.max(...decibels)).toBeGreaterThan(silence);
  });

  it('takes clips that are shorter than a window, or empty', () => {
    expect(
      computeSpectrogram({ samples: tone(1000, 10), rate, columns: 4, rows: 4, scale: 'mel' }).decibels,
    ).toHaveLength(16);
    const { decibels } = computeSpectrogram({ samples: new Float32Array(), rate, columns: 4, rows: 4, scale: 'mel' });
    expect([...decibels].every((level) => level === silence)).toBe(true);
  });
});
