// For tests: something that was found.
import type { Finding } from '$kind/insights_answer';

export function fakeFinding(members: Partial<Finding> = {}): Finding {
  return {
    rule: 'loss-plateau',
    severity: 'warning',
    run: 'train',
    runId: '1111111111111111',
    tag: 'loss',
    tagId: '2222222222222222',
    kind: 'scalars',
    step: 900,
    since: 450,
    value: 0.001,
    threshold: 0.01,
    evidence: new Map(),
    layers: [],
    partner: undefined,
    ...members,
  };
}
