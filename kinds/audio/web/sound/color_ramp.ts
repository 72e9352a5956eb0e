// Colours of a spectrogram, from silence to full strength: those of the theme, so that it is at home in the light and in the dark.

export type Rgb = readonly [red: number, green: number, blue: number];

const steps = 256;

// "#rgb", "#rrggbb" or "rgb(1, 2, 3)", as the theme's variables and browsers write colours; black for anything else.
export function parseColor(text: string): Rgb {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const wide = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const value = Number.parseInt(wide, 16);
    return [value >> 16, (value >> 8) & 255, value & 255];
  }
  const [red, green, blue] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red ?? 0, green ?? 0, blue ?? 0];
}

// 256 opaque pixels, through `stops` at equal distances. REQUIRES: two stops or more.
export function colorRamp(stops: readonly Rgb[]): Uint32Array {
  const ramp = new Uint32Array(steps);
  for (let i = 0; i < steps; i += 1) {
    const place = (i / (steps - 1)) * (stops.length - 1);
    const before = Math.min(stops.length - 2, Math.floor(place));
    const part = place - before;
    const mixed = [0, 1, 2].map((k) =>
      Math.round((stops[before]?.[k] ?? 0) * (1 - part) + (stops[before + 1]?.[k] ?? 0) * part),
    );
    // A pixel in memory is red, green, blue, opacity; numbers are little-endian wherever this runs.
    ramp[i] = (0xff000000 | ((mixed[2] ?? 0) << 16) | ((mixed[1] ?? 0) << 8) | (mixed[0] ?? 0)) >>> 0;
  }
  return ramp;
}

// Which pixel of the ramp shows `decibels`, when [top - range, top] spans it.
export function rampIndex(decibels: number, top: number, range: number): number {
  const place = (decibels - top + range) / range;
  return Math.round(Math.min(1, Math.max(0, place)) * (steps - 1));
}
