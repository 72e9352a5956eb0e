// Which scopes are open, as a short text for a link. Names are sorted by their parts; each is written without the parts that it shares with
// the one before: as many '*' as there are such parts, then the others with '*' between them. Names are apart by a blank, which an address has
// as '+'. So "a", "a/b", "a/b/c", "d/e" become "a+*b+**c+d*e".

// A link that no mail program cuts. What has no room is closed for those who follow it.
export const mostLinkNames = 300;
export const mostLinkLetters = 3000;

const escapes: Readonly<Record<string, string>> = { ' ': '~s', '*': '~m', '~': '~~' };
const unescapes: Readonly<Record<string, string>> = { '~s': ' ', '~m': '*', '~~': '~', '~e': '' };

function writePart(part: string): string {
  return part === '' ? '~e' : part.replace(/[ *~]/g, (sign) => escapes[sign] ?? sign);
}

function readPart(text: string): string {
  return text.replace(/~[sme~]/g, (sign) => unescapes[sign] ?? sign);
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [x, y] = [a[at] ?? '', b[at] ?? ''];
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

export function formatScopes(names: Iterable<string>): string {
  const sorted = [...new Set(names)].map((name) => name.split('/')).sort(compareParts);
  let before: readonly string[] = [];
  let letters = 0;
  const texts: string[] = [];
  for (const parts of sorted.slice(0, mostLinkNames)) {
    let shared = 0;
    while (shared < before.length && shared < parts.length - 1 && before[shared] === parts[shared]) shared += 1;
    const text = `${'*'.repeat(shared)}${parts.slice(shared).map(writePart).join('*')}`;
    letters += text.length + 1;
    if (letters > mostLinkLetters) break;
    texts.push(text);
    before = parts;
  }
  return texts.join(' ');
}

export function parseScopes(text: string): readonly string[] {
  if (text === '') return [];
  let before: readonly string[] = [];
  return text
    .split(' ')
    .slice(0, mostLinkNames)
    .map((entry) => {
      const rest = entry.replace(/^\*+/, '');
      const parts = [...before.slice(0, entry.length - rest.length), ...rest.split('*').map(readPart)];
      before = parts;
      return parts.join('/');
    });
}

// The scopes around a name, from the outermost. A name that is also a scope's is drawn within it, so that one may be named too.
export function scopesAround(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

export function isWithin(name: string, scope: string): boolean {
  return name.startsWith(`${scope}/`);
}

// Whether a node is one of a series: "a/read_7" of "a/read_[0-9]". A node without a number counts as 0.
export function isInSeries(node: string, series: string): boolean {
  const [, stem, first, last] = /^([^]*)\[(\d+)-(\d+)\]$/.exec(series) ?? [];
  if (stem === undefined || first === undefined || last === undefined) return false;
  if (node === stem.replace(/_$/, '')) return Number(first) === 0;
  const number = node.startsWith(stem) ? node.slice(stem.length) : '';
  return /^\d+$/.test(number) && Number(number) >= Number(first) && Number(number) <= Number(last);
}
