// Colours of runs. A name asks for the colour that its hash points to; if another name has that already, the next free one. So a name
// keeps its colour from visit to visit as long as it can, those already there keep theirs when others come, and no two of the
// first 24 share one. Vivid colours are given first.

export type Palette = readonly string[];

// 24 colours found by search: on white and on near-black alike they have a contrast of 2.6 or more, no two are nearer than 17 by CIEDE2000 (a
// palette picked by eye had pairs at 5), and none is nearer than 11 to ungroupedColor's grey. The first 14 are vivid.
export const standardPalette: Palette = [
  '#62a0fc',
  '#7ea71d',
  '#b43c19',
  '#ec76b6',
  '#635dc9',
  '#c19b1c',
  '#2fb581',
  '#af304d',
  '#f77d4b',
  '#b58afa',
  '#317e00',
  '#aa4da4',
  '#1fafbb',
  '#ad6a11',
  '#635e76',
  '#186b68',
  '#b77b7c',
  '#7c7002',
  '#83937d',
  '#1c739b',
  '#938ea8',
  '#b69a7f',
  '#5f654d',
  '#81695a',
];

// Found in the same way, but counting the nearest pair as people see it who lack one of the three cones: 14 by CIEDE2000 or more.
export const colorBlindPalette: Palette = [
  '#5a61de',
  '#d99346',
  '#63aeb5',
  '#56624c',
  '#ce3e10',
  '#7d4d82',
  '#ab90f9',
  '#948870',
];

const vividColors = 14;

export const ungroupedColor = '#8a929a';

// FNV-1a over UTF-16 units: the same on every machine.
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

// Keeps what it gave: ask for names in the order in which they came.
export class ColorAssigner {
  readonly #given = new Map<string, string>();
  readonly #uses: number[];

  constructor(private readonly palette: Palette) {
    this.#uses = palette.map(() => 0);
  }

  colorOf(name: string): string {
    const known = this.#given.get(name);
    if (known !== undefined) return known;
    const fewest = Math.min(...this.#uses);
    const hasVivid = this.#uses.indexOf(fewest) < vividColors;
    const begin = hasVivid ? 0 : vividColors;
    const count = (hasVivid ? Math.min(vividColors, this.palette.length) : this.palette.length) - begin;
    let place = nameHash(name) % count;
    while (this.#uses[begin + place] !== fewest) place = (place + 1) % count;
    this.#uses[begin + place] = fewest + 1;
    const color = this.palette[begin + place] ?? ungroupedColor;
    this.#given.set(name, color);
    return color;
  }
}

// The group that a pattern puts a name into: what its parentheses match, joined; all of the match if it has none.
export function groupOf(name: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(name);
  if (match === null) return undefined;
  return match.length === 1
    ? match[0]
    : match
        .slice(1)
        .map((part) => part ?? '')
        .join('/');
}
