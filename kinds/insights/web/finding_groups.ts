// Which findings the page lists, in which groups and order.
import { compareNatural } from '$base/natural_order';
import type { TextPattern } from '$base/text_pattern';
import type { Finding } from '$kind/insights_answer';
import type { GroupedBy, ShownSeverity } from './insights_params';

export interface FindingGroup {
  // The name of a run or the id of a rule.
  readonly name: string;
  readonly findings: readonly Finding[];
  readonly problems: number;
}

export interface ShownFindings {
  readonly pattern: TextPattern;
  readonly severity: ShownSeverity;
  // What the page says about a finding: it is found by these words.
  readonly words: (finding: Finding) => string;
}

export function filterFindings(findings: readonly Finding[], shown: ShownFindings): readonly Finding[] {
  const { pattern, severity, words } = shown;
  const isAll = pattern.isEmpty || pattern.problem !== undefined;
  return findings.filter(
    (finding) => (severity === 'all' || finding.severity === severity) && (isAll || pattern.matches(words(finding))),
  );
}

// Groups with most problems come first, problems before warnings in each. Rules stand in the order in which the server lists them.
export function groupFindings(
  findings: readonly Finding[],
  by: GroupedBy,
  rules: readonly string[],
): readonly FindingGroup[] {
  const ranks = new Map(rules.map((rule, i) => [rule, i]));
  const rank = ({ rule }: Finding): number => ranks.get(rule) ?? ranks.size;
  const byName = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = by === 'run' ? finding.run : finding.rule;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [finding]);
    else known.push(finding);
  }
  const groups = [...byName].map(([name, members]): FindingGroup => {
    const sorted = members.sort(
      (a, b) =>
        severityRank(a) - severityRank(b) ||
        rank(a) - rank(b) ||
        compareNatural(a.run, b.run) ||
        compareNatural(a.tag, b.tag),
    );
    return { name, findings: sorted, problems: sorted.filter(({ severity }) => severity === 'problem').length };
  });
  return groups.sort(
    (a, b) => b.problems - a.problems || b.findings.length - a.findings.length || compareNatural(a.name, b.name),
  );
}

function severityRank({ severity }: Finding): number {
  return severity === 'problem' ? 0 : 1;
}

// One of each: a rule finds at most one thing in a series, but an answer is foreign.
export function findingKey({ rule, runId, kind, tagId, step }: Finding): string {
  return [rule, runId, kind, tagId, String(step)].join(' ');
}
