import { describe, expect, it } from 'vitest';
import { frequencyScales, frequencyTicks, hertzAt, placeOf } from './frequency_scale';

describe('frequency scales', () => {
  it.each(frequencyScales)('%s rises from bottom to top and comes back', (scale) => {
    const places = [30, 100, 440, 3000, 11_025].map((hertz) => placeOf(hertz, scale, 22_050));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(placeOf(22_050, scale, 22_050)).toBeCloseTo(1);
    for (const hertz of [30, 440, 11_025]) {
      expect(hertzAt(placeOf(hertz, scale, 22_050), scale, 22_050)).toBeCloseTo(hertz, 6);
    }
  });

  it('keeps what is below a logarithmic axis at its bottom', () => {
    expect(placeOf(0, 'log', 8000)).toBe(0);
    expect(placeOf(10, 'log', 8000)).toBe(0);
  });

  it('works for clips of a very low rate', () => {
    for (const scale of frequencyScales) {
      expect(placeOf(5, scale, 10)).toBeGreaterThanOrEqual(0);
      expect(hertzAt(0.5, scale, 10)).toBeLessThan(10);
    }
  });
});

describe('frequencyTicks', () => {
  it('takes round ones that have room', () => {
    expect(frequencyTicks('linear', 8000, 0.2)).toEqual([2000, 5000]);
    const ticks = frequencyTicks('mel', 22_050, 0.12);
    const places = ticks.map((hertz) => placeOf(hertz, 'mel', 22_050));
    expect(ticks.length).toBeGreaterThan(2);
    places.forEach((place, i) => expect(place - (places[i - 1] ?? 0)).toBeGreaterThanOrEqual(0.12));
  });
});
