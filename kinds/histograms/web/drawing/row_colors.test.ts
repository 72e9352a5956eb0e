import { describe, expect, it } from 'vitest';
import { colorOf, perceivedOf } from './perceived_color';
import { densityRamp, rampSteps, rowColors } from './row_colors';

describe('perceived colours', () => {
  it('come back as they were', () => {
    for (const color of ['#000000', '#ffffff', '#62a0fc', '#b43c19', '#2fb581']) {
      expect(colorOf(perceivedOf(color))).toBe(color);
    }
  });

  it('are made weaker, not lighter, where a screen has none so strong', () => {
    const shown = perceivedOf(colorOf({ lightness: 0.6, chroma: 0.5, hue: 2 }));
    expect(shown.lightness).toBeCloseTo(0.6, 2);
    expect(shown.chroma).toBeLessThan(0.3);
  });
});

describe('rowColors', () => {
  it('goes from bright to dark in the hue of the run', () => {
    for (const isDark of [false, true]) {
      const colors = rowColors('#b43c19', 5, isDark).map(perceivedOf);
      const own = perceivedOf('#b43c19');
      colors.forEach((color, i) => {
        if (i > 0) expect(color.lightness).toBeLessThan(colors[i - 1]?.lightness ?? 0);
        expect(Math.abs(color.hue - own.hue)).toBeLessThan(0.1);
      });
    }
  });

  it('has one for a single step', () => {
    expect(rowColors('#2fb581', 1, false)).toHaveLength(1);
  });
});

describe('densityRamp', () => {
  it('changes its lightness in even steps, away from the ground', () => {
    for (const isDark of [false, true]) {
      const lightness = densityRamp(isDark).map((color) => perceivedOf(color).lightness);
      expect(lightness).toHaveLength(rampSteps);
      const steps = lightness.slice(1).map((one, i) => (one - (lightness[i] ?? 0)) * (isDark ? 1 : -1));
      const mean = steps.reduce((sum, step) => sum + step, 0) / steps.length;
      // A byte of each colour is as fine as it gets.
      for (const step of steps) expect(Math.abs(step - mean)).toBeLessThan(0.006);
      expect(mean * steps.length).toBeGreaterThan(0.6);
    }
  });
});
