// Two texts side by side as lines, with the words that differ inside lines that changed.
import { diffLists } from './myers_diff';

export interface DiffPart {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  // Counted from 1; undefined on the side where the line is not.
  readonly oldNumber: number | undefined;
  readonly newNumber: number | undefined;
  readonly parts: readonly DiffPart[];
}

// Words are compared in pieces of at most so many characters: past that, lines alone must do.
const mostWordCharacters = 20_000;

export function diffTexts(before: string, after: string): readonly DiffLine[] {
  const [oldLines, newLines] = [splitLines(before), splitLines(after)];
  const edits = diffLists(oldLines, newLines);
  const lines: DiffLine[] = [];
  for (let i = 0; i < edits.length; i += 1) {
    const edit = edits[i];
    if (edit === undefined) break;
    if (edit.kind === 'same') {
      for (let n = 0; n < edit.oldEnd - edit.oldBegin; n += 1) {
        const text = oldLines[edit.oldBegin + n] ?? '';
        lines.push(line('same', edit.oldBegin + n, edit.newBegin + n, [{ text, isChanged: false }]));
      }
      continue;
    }
    const next = edits[i + 1];
    const isReplaced = edit.kind === 'gone' && next?.kind === 'new';
    const gone = oldLines.slice(edit.oldBegin, edit.oldEnd);
    const come = isReplaced ? newLines.slice(next.newBegin, next.newEnd) : newLines.slice(edit.newBegin, edit.newEnd);
    const newBegin = isReplaced ? next.newBegin : edit.newBegin;
    const [oldParts, newParts] = diffWords(gone, come);
    oldParts.forEach((parts, n) => lines.push(line('gone', edit.oldBegin + n, undefined, parts)));
    newParts.forEach((parts, n) => lines.push(line('new', undefined, newBegin + n, parts)));
    if (isReplaced) i += 1;
  }
  return lines;
}

export interface DiffCounts {
  readonly gone: number;
  readonly come: number;
}

export function countChanges(lines: readonly DiffLine[]): DiffCounts {
  const of = (kind: DiffLine['kind']): number => lines.reduce((n, one) => n + Number(one.kind === kind), 0);
  return { gone: of('gone'), come: of('new') };
}

// A run of lines, or one that is folded away since nothing near it changed.
export interface DiffBlock {
  readonly isFolded: boolean;
  readonly lines: readonly DiffLine[];
}

// Equal lines more than `context` away from a change are folded, unless they are as few as what would stand in their place.
export function foldLines(lines: readonly DiffLine[], context: number): readonly DiffBlock[] {
  const isNear = new Uint8Array(lines.length);
  lines.forEach((one, i) => {
    if (one.kind !== 'same') isNear.fill(1, Math.max(0, i - context), i + context + 1);
  });
  const blocks: DiffBlock[] = [];
  for (let begin = 0; begin < lines.length;) {
    let end = begin;
    while (end < lines.length && isNear[end] === isNear[begin]) end += 1;
    const isFolded = isNear[begin] === 0 && end - begin > 2;
    blocks.push({ isFolded, lines: lines.slice(begin, end) });
    begin = end;
  }
  return blocks;
}

function line(
  kind: DiffLine['kind'],
  oldIndex: number | undefined,
  newIndex: number | undefined,
  parts: readonly DiffPart[],
): DiffLine {
  const number = (index: number | undefined): number | undefined => (index === undefined ? undefined : index + 1);
  return { kind, oldNumber: number(oldIndex), newNumber: number(newIndex), parts };
}

function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

// Letters of scripts without blanks between words count one by one.
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

export function splitWords(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

type Parts = readonly (readonly DiffPart[])[];

function diffWords(gone: readonly string[], come: readonly string[]): readonly [Parts, Parts] {
  const [before, after] = [gone.join('\n'), come.join('\n')];
  const whole = (lines: readonly string[]): Parts => lines.map((text) => [{ text, isChanged: false }]);
  if (gone.length === 0 || come.length === 0 || before.length + after.length > mostWordCharacters) {
    return [whole(gone), whole(come)];
  }
  const [oldWords, newWords] = [splitWords(before), splitWords(after)];
  const oldParts = new LineParts();
  const newParts = new LineParts();
  let kept = 0;
  for (const edit of diffLists(oldWords, newWords)) {
    const isChanged = edit.kind !== 'same';
    const oldText = oldWords.slice(edit.oldBegin, edit.oldEnd).join('');
    if (!isChanged) kept += oldText.trim().length;
    oldParts.add(oldText, isChanged);
    newParts.add(newWords.slice(edit.newBegin, edit.newEnd).join(''), isChanged);
  }
  // Lines with nothing but signs in common are other lines: marks on nearly every word would only be noise.
  if (kept * 4 < Math.min(before.length, after.length)) return [whole(gone), whole(come)];
  return [oldParts.lines(gone.length), newParts.lines(come.length)];
}

class LineParts {
  readonly #lines: DiffPart[][] = [[]];

  add(text: string, isChanged: boolean): void {
    text.split('\n').forEach((piece, i) => {
      if (i > 0) this.#lines.push([]);
      if (piece !== '') this.#lines.at(-1)?.push({ text: piece, isChanged });
    });
  }

  lines(count: number): Parts {
    return Array.from({ length: count }, (_, i) => this.#lines[i] ?? []);
  }
}
