import { describe, expect, it } from 'vitest';
import { compilePattern } from './text_pattern';

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
});
