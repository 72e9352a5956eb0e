// Where a text holds what was searched for. The server decides what is found; this only marks it, so a pattern that this browser reads
// otherwise, or not at all, marks less.

export interface Find {
  readonly query: string;
  readonly isRegex: boolean;
  readonly isCase: boolean;
}

export interface TextPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

export type Marker = (text: string) => readonly TextPiece[];

const mostMarks = 1000;
// The browser's expressions may take a time without bound on a long text, the server's may not.
const mostRegexCharacters = 50_000;

export function makeMarker({ query, isRegex, isCase }: Find): Marker | undefined {
  if (query === '') return undefined;
  const source = isRegex ? query : query.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  let expression: RegExp;
  try {
    expression = new RegExp(source, `gm${isCase ? '' : 'i'}${isRegex ? 'u' : ''}`);
  } catch {
    return undefined;
  }
  return (text) =>
    isRegex && text.length > mostRegexCharacters ? [{ text, isMarked: false }] : pieces(text, expression);
}

function pieces(text: string, expression: RegExp): readonly TextPiece[] {
  const found: TextPiece[] = [];
  let at = 0;
  let marks = 0;
  for (const { index, 0: match } of text.matchAll(expression)) {
    if (match === '') continue;
    if (index > at) found.push({ text: text.slice(at, index), isMarked: false });
    found.push({ text: match, isMarked: true });
    at = index + match.length;
    marks += 1;
    if (marks === mostMarks) break;
  }
  if (at < text.length || found.length === 0) found.push({ text: text.slice(at), isMarked: false });
  return found;
}
