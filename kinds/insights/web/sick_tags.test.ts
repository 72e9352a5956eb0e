import { expect, it } from 'vitest';
import { fakeFinding } from './fake_finding';
import { sickTags } from './sick_tags';

const layers = ['w1', 'w2', 'w3', 'w4'].map((tag) => ({ tag, value: 1 }));

it.each([
  ['weights-static', ['w1', 'w1', 'w2', 'w3', 'w4']],
  ['gradient-vanishing', ['w1', 'w1', 'w2']],
  ['overfitting', ['w1']],
])('%s is about %j', (rule, tags) => {
  expect(sickTags(fakeFinding({ rule, tag: 'w1', layers }))).toEqual(tags);
});
