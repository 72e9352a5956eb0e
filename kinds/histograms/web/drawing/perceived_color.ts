// Colours by how they look: lightness, strength and hue of Björn Ottosson's OKLab, where equal distances look equal.

export interface PerceivedColor {
  // 0 black, 1 white.
  readonly lightness: number;
  readonly chroma: number;
  // Radians.
  readonly hue: number;
}

export function perceivedOf(color: string): PerceivedColor {
  const digits = /^#([0-9a-f]{6})$/i.exec(color)?.[1] ?? '888888';
  const [red, green, blue] = [0, 2, 4].map((at) => linear(Number.parseInt(digits.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

// As '#rrggbb'. What a screen cannot show is made weaker until it can; its lightness stays.
export function colorOf(wanted: PerceivedColor): string {
  const lightness = Math.min(1, Math.max(0, wanted.lightness));
  let low = 0;
  let high = wanted.chroma;
  let parts = screenParts({ ...wanted, lightness });
  if (!isOnScreen(parts)) {
    for (let i = 0; i < 12; i += 1) {
      const chroma = (low + high) / 2;
      if (isOnScreen(screenParts({ lightness, chroma, hue: wanted.hue }))) low = chroma;
      else high = chroma;
    }
    parts = screenParts({ lightness, chroma: low, hue: wanted.hue });
  }
  const byte = (part: number): string =>
    Math.round(curved(Math.min(1, Math.max(0, part))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${parts.map(byte).join('')}`;
}

function screenParts({ lightness, chroma, hue }: PerceivedColor): readonly number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function isOnScreen(parts: readonly number[]): boolean {
  return parts.every((part) => part >= -1e-4 && part <= 1 + 1e-4);
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function curved(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}
