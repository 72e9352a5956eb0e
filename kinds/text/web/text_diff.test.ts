import { expect, test } from 'vitest';
import { countChanges, diffTexts, foldLines, splitWords, type DiffLine } from './text_diff';

const signs = { same: ' ', gone: '-', new: '+' } as const;

function shown(lines: readonly DiffLine[]): string[] {
  return lines.map(
    ({ kind, parts }) =>
      `${signs[kind]}${parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`,
  );
}

test('lines that stay, go and come, with the words that differ', () => {
  const lines = diffTexts('one\nthe quick brown fox\nlast\n', 'one\nthe quick red fox\nmore\nlast');
  expect(shown(lines)).toEqual([' one', '-the quick [brown] fox', '+the quick [red] fox', '+[more]', ' last']);
  expect(countChanges(lines)).toEqual({ gone: 1, come: 2 });
  expect(lines.map(({ oldNumber, newNumber }) => [oldNumber, newNumber])).toEqual([
    [1, 1],
    [2, undefined],
    [undefined, 2],
    [undefined, 3],
    [3, 4],
  ]);
});

test('lines that have nothing in common carry no marks', () => {
  expect(shown(diffTexts('alpha beta gamma', 'uno due tre'))).toEqual(['-alpha beta gamma', '+uno due tre']);
});

test('no text against some', () => {
  expect(shown(diffTexts('', 'a\nb'))).toEqual(['+a', '+b']);
  expect(diffTexts('', '')).toEqual([]);
});

test('words of scripts without blanks are letters', () => {
  expect(splitWords('损失 loss_1, ok')).toEqual(['损', '失', ' ', 'loss_1', ',', ' ', 'ok']);
  expect(shown(diffTexts('训练损失很低', '训练损失很高'))).toEqual(['-训练损失很[低]', '+训练损失很[高]']);
});

test('equal lines far from changes are folded', () => {
  const text = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  const changed = text.map((one, i) => (i === 15 ? 'line x' : one));
  const blocks = foldLines(diffTexts(text.join('\n'), changed.join('\n')), 3);
  expect(blocks.map(({ isFolded, lines }) => [isFolded, lines.length])).toEqual([
    [true, 12],
    [false, 8],
    [true, 11],
  ]);
  expect(foldLines(diffTexts('a\nb', 'a\nb'), 3).map(({ isFolded }) => isFolded)).toEqual([false]);
});
