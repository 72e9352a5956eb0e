import { expect, it } from 'vitest';
import { issuesText } from './issues_text';

it('writes every issue with its places, and how many are not listed', () => {
  const first = [{ offset: 101442, bytes: 68, message: 'record fails its checksum' }];
  const damaged = { name: 'damaged-payload', path: 'a/events', count: 3, bytes: 204, losesData: true, first };
  const odd = { name: 'torn-tail', path: 'b/events', count: 1, bytes: 9, losesData: false, first: [] };
  expect(issuesText([damaged, odd])).toBe(
    [
      'a/events: 3 x damaged-payload, 204 bytes, data lost',
      '  offset 101442, 68 bytes: record fails its checksum',
      '  and 2 more',
      'b/events: 1 x torn-tail, 9 bytes',
      '  and 1 more',
    ].join('\n'),
  );
});
