import { expect, it } from 'vitest';
import { compilePattern } from '$base/text_pattern';
import { fakeFinding } from './fake_finding';
import { filterFindings, findingKey, groupFindings } from './finding_groups';

const findings = [
  fakeFinding({ run: 'b', tag: 'loss10' }),
  fakeFinding({ run: 'b', tag: 'loss9' }),
  fakeFinding({ run: 'a', rule: 'non-finite', severity: 'problem' }),
  fakeFinding({ run: 'a', rule: 'future-rule' }),
  fakeFinding({ run: 'a' }),
];
const rules = ['non-finite', 'loss-plateau'];
const words = ({ tag, rule }: { readonly tag: string; readonly rule: string }): string => `${tag} ${rule}`;

it('groups by run, the sickest first, problems before warnings', () => {
  const groups = groupFindings(findings, 'run', rules);
  expect(groups.map(({ name, problems }) => [name, problems])).toEqual([
    ['a', 1],
    ['b', 0],
  ]);
  expect(groups[0]?.findings.map(({ rule }) => rule)).toEqual(['non-finite', 'loss-plateau', 'future-rule']);
  expect(groups[1]?.findings.map(({ tag }) => tag)).toEqual(['loss9', 'loss10']);
});

it('groups by rule, with the runs in their order', () => {
  const groups = groupFindings(findings, 'rule', rules);
  expect(groups.map(({ name }) => name)).toEqual(['non-finite', 'loss-plateau', 'future-rule']);
  expect(groups[1]?.findings.map(({ run, tag }) => `${run} ${tag}`)).toEqual(['a loss', 'b loss9', 'b loss10']);
});

it('leaves out other severities and what does not match; a pattern that does not compile hides nothing', () => {
  const shown = (typed: string, severity: 'all' | 'problem' | 'warning'): number =>
    filterFindings(findings, { pattern: compilePattern(typed), severity, words }).length;
  expect(shown('', 'all')).toBe(5);
  expect(shown('', 'problem')).toBe(1);
  expect(shown('loss1', 'all')).toBe(1);
  expect(shown('plateau -loss9', 'warning')).toBe(2);
  expect(shown('(', 'all')).toBe(5);
});

it('tells findings apart', () => {
  const keys = [fakeFinding(), fakeFinding({ step: 901 }), fakeFinding({ kind: 'histograms' })].map(findingKey);
  expect(new Set(keys).size).toBe(3);
});
