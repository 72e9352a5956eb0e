import { expect, test } from 'vitest';
import {
  formatScopes,
  isInSeries,
  isWithin,
  mostLinkLetters,
  mostLinkNames,
  parseScopes,
  scopesAround,
} from './open_scopes';

test('names share what they have in common', () => {
  const names = ['d/e', 'a/b/c', 'a', 'a/b'];
  expect(formatScopes(names)).toBe('a *b **c d*e');
  expect(parseScopes('a *b **c d*e')).toEqual(['a', 'a/b', 'a/b/c', 'd/e']);
});

test('any name comes back', () => {
  const names = ['', '/', 'a//b', 'a b/*~x', 'a/', '~s', 'read_[0-7]', '层/一', 'a/b'];
  expect([...parseScopes(formatScopes(names))].sort()).toEqual([...names].sort());
});

test('an address needs few escapes', () => {
  const text = new URLSearchParams({ open: formatScopes(['net', 'net/layer_1', 'net/layer_2']) }).toString();
  expect(text).toBe('open=net+*layer_1+*layer_2');
});

test('a link has an end', () => {
  const many = Array.from({ length: 1000 }, (_, at) => `scope_${at}`);
  expect(parseScopes(formatScopes(many))).toHaveLength(mostLinkNames);
  const long = Array.from({ length: 100 }, (_, at) => `${at}${'x'.repeat(100)}`);
  expect(formatScopes(long).length).toBeLessThanOrEqual(mostLinkLetters);
  expect(parseScopes(formatScopes(long)).every((name) => long.includes(name))).toBe(true);
});

test('scopes around a name', () => {
  expect(scopesAround('a/b/c')).toEqual(['a', 'a/b']);
  expect(scopesAround('a//c')).toEqual(['a', 'a/']);
  expect(scopesAround('a')).toEqual([]);
  expect(isWithin('a/b', 'a')).toBe(true);
  expect(isWithin('ab', 'a')).toBe(false);
});

test('nodes of a series', () => {
  expect(isInSeries('a/read_7', 'a/read_[0-7]')).toBe(true);
  expect(isInSeries('a/read', 'a/read_[0-7]')).toBe(true);
  expect(isInSeries('a/read_8', 'a/read_[0-7]')).toBe(false);
  expect(isInSeries('a/read', 'a/read_[1-7]')).toBe(false);
  expect(isInSeries('a/read_x', 'a/read_[0-7]')).toBe(false);
  expect(isInSeries('a/read_7', 'a/read')).toBe(false);
});
