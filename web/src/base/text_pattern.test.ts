import { describe, expect, it } from 'vitest';
import { compilePattern, problemPlace } from './text_pattern';

const names = ['train/resnet', 'train/debug resnet', 'val/ResNet', 'val/a+b', '实验/训练'];
const matched = (typed: string): string[] => names.filter((name) => compilePattern(typed).matches(name));

describe('compilePattern', () => {
  it.each([
    ['', names],
    ['resnet', ['train/resnet', 'train/debug resnet', 'val/ResNet']],
    ['resnet -debug', ['train/resnet', 'val/ResNet']],
    ['^(train|val)/r', ['train/resnet', 'val/ResNet']],
    ['"a+b"', ['val/a+b']],
    ['-"a+b" -train -', ['val/ResNet', '实验/训练']],
    ['训练', ['实验/训练']],
    ['nothing', []],
  ])('%s', (typed, expected) => expect(matched(typed)).toEqual(expected));

  it('says what does not compile and where, and then hides nothing', () => {
    const pattern = compilePattern('ok -(a');
    expect(pattern.problem).toMatchObject({ term: '(a', at: 4 });
    expect(pattern.problem?.message).not.toBe('');
    expect(pattern.matches('anything')).toBe(true);
  });

  it('takes the ends of lines for the ends of names', () => {
    const pattern = compilePattern('^b$');
    expect(['a/b\nb', 'a/b', 'a/b\nbc'].map((lines) => pattern.matches(lines))).toEqual([true, false, false]);
  });
});

it.each([
  ['resnet(18|34', 6],
  ['a(b(c)', 1],
  ['[ab', 0],
  ['x[(a]+)', 6],
  ['a|*b', 2],
  ['a+?*', 3],
  ['ab\\', 2],
  ['(?:x', 0],
  ['a{2', 0],
])('shows where %s goes wrong', (source, place) => {
  expect(() => new RegExp(source, 'u')).toThrow();
  expect(problemPlace(source)).toBe(place);
});
