import { expect, it } from 'vitest';
import { distinctLabels } from './detail_rows';

it('distinctLabels leaves out the end that all share', () => {
  expect(distinctLabels(['a/b/train', 'c/train'])).toEqual(['a/b', 'c']);
  expect(distinctLabels(['x/1/train', 'y/1/train'])).toEqual(['x', 'y']);
  expect(distinctLabels(['a/train', 'a/test'])).toEqual(['a/train', 'a/test']);
  expect(distinctLabels(['a/train', '/train'])).toEqual(['a/train', '/train']);
  expect(distinctLabels(['a/train'])).toEqual(['a/train']);
});
