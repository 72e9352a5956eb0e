import { expect, test } from 'vitest';
import { makeMarker, type Find } from './find_marks';

function marked(find: Partial<Find>, text: string): string | undefined {
  const marker = makeMarker({ query: '', isRegex: false, isCase: false, ...find });
  return marker?.(text)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('');
}

test('words just as they are, with or without regard to case', () => {
  expect(marked({ query: 'a.b' }, 'A.B axb a.b')).toBe('[A.B] axb [a.b]');
  expect(marked({ query: 'a', isCase: true }, 'Aa')).toBe('A[a]');
  expect(marked({ query: '(-]/' }, 'x(-]/y')).toBe('x[(-]/]y');
  expect(marked({ query: '损失' }, '训练损失')).toBe('训练[损失]');
});

test('expressions, and those that this browser cannot read', () => {
  expect(marked({ query: '^l.ss', isRegex: true }, 'loss\nlass loss')).toBe('[loss]\n[lass] loss');
  expect(marked({ query: 'x*', isRegex: true }, 'axxb')).toBe('a[xx]b');
  expect(marked({ query: '(?P<name>x)', isRegex: true }, 'x')).toBeUndefined();
  expect(marked({ query: '' }, 'x')).toBeUndefined();
});

test('nothing found leaves the text whole', () => {
  expect(makeMarker({ query: 'q', isRegex: false, isCase: false })?.('')).toEqual([{ text: '', isMarked: false }]);
  expect(marked({ query: 'q' }, 'abc')).toBe('abc');
});
