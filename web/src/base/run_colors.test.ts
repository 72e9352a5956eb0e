import { describe, expect, it } from 'vitest';
import { ColorAssigner, colorBlindPalette, groupOf, standardPalette, ungroupedColor } from './run_colors';

function luminance(color: string): number {
  const part = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

describe.each([
  ['standard', standardPalette],
  ['color-blind', colorBlindPalette],
])('%s palette', (_name, palette) => {
  it('has no colour twice', () => expect(new Set(palette).size).toBe(palette.length));
  it.each(palette)('%s reads on both grounds', (color) => {
    expect(contrast(color, '#ffffff')).toBeGreaterThan(2.4);
    expect(contrast(color, '#1b2024')).toBeGreaterThan(2.4);
  });
});

type Triple = readonly [number, number, number];

// How far apart the nearest two are in OKLab, as seen through `eye`.
function nearest(palette: readonly string[], eye: (color: Triple) => Triple): number {
  const seen = palette.map((color) => oklab(eye(linear(color))));
  const distances = seen.flatMap((a, i) =>
    seen.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])),
  );
  return Math.min(...distances);
}

function linear(color: string): Triple {
  const part = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

function times(rows: readonly Triple[], [x, y, z]: Triple): Triple {
  const [a = 0, b = 0, c = 0] = rows.map((row) => row[0] * x + row[1] * y + row[2] * z);
  return [a, b, c];
}

function oklab(color: Triple): Triple {
  const [l, m, s] = times(
    [
      [0.4122, 0.5363, 0.0515],
      [0.2119, 0.6807, 0.1074],
      [0.0883, 0.2817, 0.63],
    ],
    color,
  );
  return times(
    [
      [0.2105, 0.7936, -0.0041],
      [1.978, -2.4286, 0.4506],
      [0.0259, 0.7828, -0.8087],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}

// Machado, Oliveira and Fernandes 2009, a cone wholly missing.
const eyes: readonly (readonly [string, readonly Triple[]])[] = [
  [
    'red',
    [
      [0.1523, 1.0526, -0.2049],
      [0.1145, 0.7863, 0.0992],
      [-0.0039, -0.0481, 1.052],
    ],
  ],
  [
    'green',
    [
      [0.3673, 0.8606, -0.228],
      [0.2801, 0.6725, 0.0474],
      [-0.0118, 0.0429, 0.9689],
    ],
  ],
  [
    'blue',
    [
      [1.2555, -0.0767, -0.1788],
      [-0.0784, 0.9308, 0.1476],
      [0.0047, 0.6914, 0.3039],
    ],
  ],
];

describe('distances', () => {
  it('tells all colours apart, and from the grey of those in no group', () => {
    expect(nearest(standardPalette, (color) => color)).toBeGreaterThan(0.06);
    expect(nearest([...standardPalette, ungroupedColor], (color) => color)).toBeGreaterThan(0.03);
  });
  it.each(eyes)('tells the colour-blind palette apart without cones for %s', (_cone, rows) => {
    const eye = (color: Triple): Triple => {
      const [r, g, b] = times(rows, color);
      const inside = (value: number): number => Math.min(1, Math.max(0, value));
      return [inside(r), inside(g), inside(b)];
    };
    expect(nearest(colorBlindPalette, eye)).toBeGreaterThan(0.065);
  });
});

describe('ColorAssigner', () => {
  it('gives the first names all colours once, whatever they are called', () => {
    const assigner = new ColorAssigner(standardPalette);
    const colors = standardPalette.map((_, i) => assigner.colorOf(`run${i}`));
    expect(new Set(colors).size).toBe(standardPalette.length);
  });
  it('gives vivid colours first', () => {
    const assigner = new ColorAssigner(standardPalette);
    const colors = Array.from({ length: 14 }, (_, i) => assigner.colorOf(`run${i}`));
    expect(new Set(colors)).toEqual(new Set(standardPalette.slice(0, 14)));
  });
  it('goes round evenly when all are given, also with few colours', () => {
    const assigner = new ColorAssigner(colorBlindPalette);
    const colors = Array.from({ length: 24 }, (_, i) => assigner.colorOf(`run${i}`));
    expect(colorBlindPalette.map((color) => colors.filter((one) => one === color).length)).toEqual(Array(8).fill(3));
  });
  it('keeps what it gave when others come', () => {
    const assigner = new ColorAssigner(standardPalette);
    const first = assigner.colorOf('a');
    for (let i = 0; i < 1000; i += 1) assigner.colorOf(`other${i}`);
    expect(assigner.colorOf('a')).toBe(first);
    expect(new ColorAssigner(standardPalette).colorOf('a')).toBe(first);
  });
});

it('groups by what stands in parentheses', () => {
  expect(groupOf('exp1/seed_3', /^(.*)\/seed_/)).toBe('exp1');
  expect(groupOf('lr=1,bs=2', /lr=(\d+),bs=(\d+)/)).toBe('1/2');
  expect(groupOf('train/a', /train|val/)).toBe('train');
  expect(groupOf('other', /train|val/)).toBeUndefined();
});
