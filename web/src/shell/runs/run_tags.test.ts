import { expect, it } from 'vitest';
import { parseTags } from './run_tags';

it.each([
  ['good, to check ,good', ['good', 'to check']],
  ['好，坏', ['好', '坏']],
  [' , ', []],
  ['🚀'.repeat(40), ['🚀'.repeat(32)]],
])('parseTags(%s)', (typed, tags) => expect(parseTags(typed)).toEqual(tags));

it('keeps what the profile takes', () => {
  expect(parseTags(Array.from({ length: 100 }, (_, i) => `t${i}`).join(',')).length).toBe(64);
});
