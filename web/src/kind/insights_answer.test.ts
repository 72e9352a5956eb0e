import { expect, it } from 'vitest';
import { fakeServer } from './fake_server';
import { changeThreshold, fetchInsights, parseThresholds, readInsights, thresholdsText } from './insights_answer';

const answer = {
  rules: [{ id: 'gradient-vanishing', thresholds: { max_ratio: 0.001 } }],
  findings: [
    {
      rule: 'gradient-vanishing',
      severity: 'problem',
      run: 'a',
      run_id: '1111111111111111',
      tag: 'gradients/1',
      tag_id: '2222222222222222',
      kind: 'histograms',
      step: 90,
      since: 10,
      value: 'NaN',
      threshold: 0.001,
      partner: { run: 'b', run_id: '3333333333333333', tag: 'loss', tag_id: '4444444444444444' },
      evidence: { first_layers: 1e-9, note: 'words', layers: [{ tag: 'gradients/1', value: 1e-9 }] },
    },
  ],
  checked: { series: 12, bytes: 0 },
  truncated: true,
};

it('reads an answer', () => {
  const { findings, rules, checkedSeries, isTruncated } = readInsights(answer);
  expect([checkedSeries, isTruncated, rules[0]?.thresholds.get('max_ratio')]).toEqual([12, true, 0.001]);
  expect(findings[0]).toMatchObject({
    severity: 'problem',
    runId: '1111111111111111',
    step: 90,
    since: 10,
    value: Number.NaN,
    layers: [{ tag: 'gradients/1', value: 1e-9 }],
    partner: { run: 'b', tagId: '4444444444444444' },
  });
  expect([...(findings[0]?.evidence ?? [])]).toEqual([['first_layers', 1e-9]]);
});

it.each([[{}], [{ ...answer, findings: [{}] }], [{ ...answer, checked: null }]])('refuses %j', (wrong) => {
  expect(() => readInsights(wrong)).toThrow();
});

it('sends the thresholds that differ, and none where none does', async () => {
  const bodies: unknown[] = [];
  const { server } = fakeServer({ 'POST api/insights': (body) => (bodies.push(body), answer) });
  await fetchInsights(server, new Map());
  await fetchInsights(server, new Map([['loss-plateau', new Map([['min_points', 50]])]]));
  expect(bodies).toEqual([{}, { thresholds: { 'loss-plateau': { min_points: 50 } } }]);
});

it('keeps thresholds as text', () => {
  const one = changeThreshold(new Map(), 'a', 'x', 1);
  const two = changeThreshold(one, 'a', 'y', 2);
  expect(thresholdsText(two)).toBe('{"a":{"x":1,"y":2}}');
  expect(parseThresholds(thresholdsText(two))).toEqual(two);
  expect(changeThreshold(two, 'a', 'x', undefined)).toEqual(new Map([['a', new Map([['y', 2]])]]));
  expect(thresholdsText(changeThreshold(one, 'a', 'x', undefined))).toBe('');
});

it.each(['', 'nonsense', '[]', 'null', '{"a":1}', '{"a":{"x":"wide"}}'])('takes no threshold from %s', (kept) => {
  expect(parseThresholds(kept).size).toBe(0);
});
