import { expect, it } from 'vitest';
import { csvText } from './run_csv';

it('writes cells that spreadsheets read back', () => {
  const text = csvText([
    ['run', 'max(acc)', 'on'],
    ['a "b", c', 0.1 + 0.2, true],
    ['two\nlines', undefined, false],
    ['训练 🚀', -1e-7, true],
    ['', Number.NaN, 9_007_199_254_740_993n],
  ]);
  expect(text).toBe(
    'run,max(acc),on\r\n"a ""b"", c",0.30000000000000004,true\r\n"two\nlines",,false\r\n训练 🚀,-1e-7,true\r\n,NaN,9007199254740993\r\n',
  );
});

it.each([
  ['=1+1', "'=1+1\r\n"],
  ['@cmd, x', '"\'@cmd, x"\r\n'],
  ['-lr', "'-lr\r\n"],
  ['a=b', 'a=b\r\n'],
])('makes no formula of %s', (name, expected) => expect(csvText([[name]])).toBe(expected));
