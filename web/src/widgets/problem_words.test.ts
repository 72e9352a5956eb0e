import { expect, it } from 'vitest';
import { problemInChinese } from './problem_words';

const chinese = /\p{Script=Han}/u;
const english = /[a-z]{4,}/i;

it.each([
  '(',
  ')',
  '[',
  '[b-',
  '[b-a]',
  '*',
  'a{2,1}',
  '{',
  'a{1',
  '\\',
  '\\q',
  '(?',
  '(?<a',
  '\\k<b>(?<a>x)',
  '\\p{Nothing}',
])('what is wrong with %s is said in Chinese alone', (source) => {
  let said = '';
  try {
    new RegExp(source, 'imu');
  } catch (error) {
    said = error instanceof Error ? error.message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '') : '';
  }
  const words = problemInChinese(said);
  expect(words).toMatch(chinese);
  expect(words).not.toMatch(english);
});

it('only what the engine said is translated, not what was typed', () =>
  expect(problemInChinese('Nothing to repeat(：Unterminated group')).toBe('Nothing to repeat(：括号没有闭合'));

it.each([
  ['filter, column 7: a name or number is expected', '第 7 个字符处：此处应为名称或数字'],
  [
    "filter, column 1: no function 'foo'; there are first, last, min, max, mean, count and at",
    '第 1 个字符处：没有函数“foo”；可用：first, last, min, max, mean, count, at',
  ],
  ["filter, column 3: '#' has no meaning here", '第 3 个字符处：此处不能使用“#”'],
  [
    "filter: '(' is not a regular expression: missing ): (; put \\ before a character that is meant as itself",
    '“(”不是有效的正则表达式',
  ],
  ['something new', 'something new'],
])('%s', (said, words) => expect(problemInChinese(said)).toBe(words));
