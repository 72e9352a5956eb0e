import { expect, it } from 'vitest';
import { fakeFinding } from './fake_finding';
import { comparedValues, findingText, ruleName, shareText, shortText, thresholdName } from './finding_text';
import { knownRules, ruleTexts } from './rule_texts';

// The numbers that the server sends with each rule.
const evidence: Readonly<Record<string, readonly string[]>> = {
  'non-finite': ['count', 'points'],
  'loss-plateau': ['start', 'best_first_half', 'best_last_half', 'last', 'share_of_start', 'noise'],
  'loss-diverged': ['start', 'highest', 'last', 'share_of_start'],
  'gradient-vanishing': ['first_layers', 'last_layers', 'layer_count', 'steps'],
  'gradient-exploding': ['first_layers', 'last_layers', 'layer_count', 'steps'],
  'activation-dead': ['zeros', 'zeros_first', 'max', 'steps'],
  'activation-saturated': ['outer_share', 'outer_share_first', 'range_low', 'range_high', 'steps'],
  'weights-static': ['static_layers', 'layer_count', 'largest_drift'],
  overfitting: ['lowest', 'last', 'train_then', 'train_last', 'gap_then', 'gap_last', 'noise'],
};

it('says what was found with its numbers', () => {
  const finding = fakeFinding({
    rule: 'activation-dead',
    since: 1200,
    evidence: new Map([
      ['zeros', 0.99962],
      ['zeros_first', 0.5],
    ]),
  });
  expect(findingText(finding, 'en')).toBe(
    '99.96 % of the activations are zero, since step 1,200; at first it was 50 %',
  );
  expect(findingText(finding, 'zh')).toBe('自第 1,200 步起，99.96 % 的激活为零；最初为 50 %');
});

it.each(knownRules)('has a whole sentence for %s in both languages', (rule) => {
  const finding = fakeFinding({ rule, evidence: new Map((evidence[rule] ?? []).map((name) => [name, 0.25])) });
  for (const language of ['en', 'zh'] as const) {
    const { name, found, why, tries } = ruleTexts(rule);
    for (const words of [name, found, why, tries]) expect(words.map((one) => one.length > 1)).toEqual([true, true]);
    expect(findingText(finding, language)).not.toMatch(/[{}]/);
  }
});

it('says what it can about a rule that it does not know', () => {
  const finding = fakeFinding({ rule: 'from-the-future' });
  expect(ruleName('from-the-future', 'en')).toBe('from-the-future');
  expect(findingText(finding, 'en')).toBe('0.001 against a threshold of 0.01');
  expect(thresholdName('loss-plateau', 'min_points', 'zh')).toBe('至少需要的数据点数');
  expect(thresholdName('loss-plateau', 'new_one', 'zh')).toBe('new_one');
});

it('rounds for reading', () => {
  expect([12345, 0.123456, 1.23456e-9, 1234.5678].map(shortText)).toEqual(['12345', '0.1235', '1.235e−9', '1235']);
  expect([0.5, 1, 0.99999, 0.12345, Number.NaN].map(shareText)).toEqual(['50 %', '100 %', '100 %', '12.3 %', 'NaN']);
});

it('names what was compared', () => {
  const plateau = fakeFinding({ value: 0.0007, threshold: 0.01 });
  expect(comparedValues(plateau, 'en')).toEqual({ measure: 'Improvement', value: '0.07 %', threshold: '1 %' });
  const drift = fakeFinding({ rule: 'weights-static', value: Number.POSITIVE_INFINITY });
  expect(comparedValues(drift, 'zh')).toEqual({ measure: '漂移', value: '+∞', threshold: '0.01' });
  expect(comparedValues(fakeFinding({ threshold: undefined }), 'en')).toBeUndefined();
});
