// Colours '#rrggbb' as numbers, to mix them and to see what can be read on them.

type Rgb = readonly [red: number, green: number, blue: number];

// What cannot be read is grey.
function rgbOf(color: string): Rgb {
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const [, red, green, blue] = long ?? short ?? [];
  if (red === undefined || green === undefined || blue === undefined) return [136, 136, 136];
  const value = (digits: string): number => Number.parseInt(digits.length === 1 ? digits + digits : digits, 16);
  return [value(red), value(green), value(blue)];
}

// `part` of b in a.
export function blended(a: string, b: string, part: number): string {
  const [from, to] = [rgbOf(a), rgbOf(b)];
  const digits = (i: 0 | 1 | 2): string =>
    Math.round(from[i] + (to[i] - from[i]) * part)
      .toString(16)
      .padStart(2, '0');
  return `#${digits(0)}${digits(1)}${digits(2)}`;
}

// As WCAG counts it: 0 black, 1 white.
export function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

// Nearly black or nearly white, whichever can be read better.
export function inkOn(fill: string): string {
  return contrast(fill, '#14191d') >= contrast(fill, '#f6f8f9') ? '#14191d' : '#f6f8f9';
}
