import { expect, test } from 'vitest';
import { compareParam, findParam } from './text_params';

test('a search, whatever is searched for', () => {
  for (const find of [
    { query: 'a:b', isRegex: false, isCase: false },
    { query: 'rc:\n损失', isRegex: true, isCase: true },
  ]) {
    expect(findParam.parse(findParam.format(find))).toEqual(find);
  }
  expect(['', ':', 'x:y', 'nonsense'].map(findParam.parse)).toEqual(Array(4).fill(undefined));
});

test('what is compared, also at steps past 2^53', () => {
  const compared = new Map([
    [
      '0ffe41ac',
      {
        before: { run: 'a128f3d6', step: -3 },
        after: { run: '00000001', step: 9007199254740993n },
      },
    ],
  ]);
  expect(compareParam.parse(compareParam.format(compared))).toEqual(compared);
  expect(compareParam.parse('0ffe41ac*a128f3d6*1*zz*2')).toEqual(new Map());
  expect(compareParam.parse('0ffe41ac*a128f3d6*1')).toEqual(new Map());
});
