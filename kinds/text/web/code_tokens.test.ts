import { expect, test } from 'vitest';
import { codeTokens, type CodeSort } from './code_tokens';

function found(code: string, sort: CodeSort): string[] {
  return codeTokens(code)
    .filter((token) => token.sort === sort)
    .map((token) => token.text);
}

test('Python', () => {
  const code = 'def f(x):  # doubles\n    """Says\n    much."""\n    return x * 2.5e-3 if x else \'it\\\'s\'\n';
  expect(found(code, 'keyword')).toEqual(['def', 'return', 'if', 'else']);
  expect(found(code, 'comment')).toEqual(['# doubles']);
  expect(found(code, 'string')).toEqual(['"""Says\n    much."""', "'it\\'s'"]);
  expect(found(code, 'number')).toEqual(['2.5e-3']);
});

test('C++ and JavaScript', () => {
  const code = '#include <x>\n/* two\nlines */ const int a1 = 0xFFu; // end\nlet s = `t`;';
  expect(found(code, 'comment')).toEqual(['/* two\nlines */', '// end']);
  expect(found(code, 'number')).toEqual(['0xFFu']);
  expect(found(code, 'string')).toEqual(['`t`']);
  expect(found(code, 'keyword')).toEqual(['const', 'int', 'let']);
});

test('what is open at the end, and signs that mean nothing', () => {
  expect(found('"open', 'string')).toEqual(['"open']);
  expect(found('/* open', 'comment')).toEqual(['/* open']);
  expect(found("don't stop", 'string')).toEqual([]);
  expect(found('color: #ff8800; a#b', 'comment')).toEqual([]);
});

test('nothing is lost or added', () => {
  for (const code of [
    '',
    'x',
    'a "b" # c\n1 --d\n-- e\n<script>&amp;</script>\u0000',
    '损失 = 模型(1_000) # 注释',
    '\\"\'`'.repeat(50),
  ]) {
    expect(
      codeTokens(code)
        .map((token) => token.text)
        .join(''),
    ).toBe(code);
  }
});

test('hostile code takes no longer than its length', () => {
  const code = `${'"'.repeat(20_000)}${'/*'.repeat(20_000)}${"'a".repeat(20_000)}${'1.'.repeat(20_000)}`;
  expect(codeTokens(code).reduce((n, token) => n + token.text.length, 0)).toBe(code.length);
});
