// What the server found in series by its rules: the answer of POST /api/insights. kinds/insights/README.md says what each rule means.
import { counts, flag, list, number, object, optionalNumber, step, text } from '$api/foreign';
import type { Server } from '$api/server';

export type Severity = 'problem' | 'warning';

export interface LayerValue {
  readonly tag: string;
  readonly value: number;
}

export interface Finding extends SeriesName {
  readonly rule: string;
  readonly severity: Severity;
  // Of the data: where it can be seen.
  readonly kind: string;
  readonly step: number | bigint | undefined;
  // The first step of what was found, where it is more than one.
  readonly since: number | bigint | undefined;
  readonly value: number | undefined;
  readonly threshold: number | undefined;
  // Numbers that led to it, by their names.
  readonly evidence: ReadonlyMap<string, number>;
  readonly layers: readonly LayerValue[];
  // What it was compared with.
  readonly partner: SeriesName | undefined;
}

export interface SeriesName {
  readonly run: string;
  readonly runId: string;
  readonly tag: string;
  readonly tagId: string;
}

export interface Rule {
  readonly id: string;
  // As they were used.
  readonly thresholds: ReadonlyMap<string, number>;
}

export interface InsightsAnswer {
  readonly rules: readonly Rule[];
  readonly findings: readonly Finding[];
  readonly checkedSeries: number;
  readonly isTruncated: boolean;
}

// Of rules, those that differ from the server's own.
export type Thresholds = ReadonlyMap<string, ReadonlyMap<string, number>>;

export async function fetchInsights(
  server: Server,
  thresholds: Thresholds,
  signal?: AbortSignal,
): Promise<InsightsAnswer> {
  const body = thresholds.size === 0 ? {} : { thresholds: plainThresholds(thresholds) };
  return readInsights(await server.post('api/insights', body, signal));
}

export function readInsights(value: unknown): InsightsAnswer {
  const answer = object(value, 'insights');
  return {
    rules: list(answer['rules'], 'rules').map(readRule),
    findings: list(answer['findings'], 'findings').map(readFinding),
    checkedSeries: number(object(answer['checked'], 'checked')['series'], 'series'),
    isTruncated: flag(answer['truncated']),
  };
}

function readRule(value: unknown): Rule {
  const rule = object(value, 'rule');
  return { id: text(rule['id'], 'rule id'), thresholds: counts(rule['thresholds']) };
}

function readFinding(value: unknown): Finding {
  const finding = object(value, 'finding');
  const { layers, ...evidence } = object(finding['evidence'] ?? {}, 'evidence');
  return {
    rule: text(finding['rule'], 'rule'),
    severity: finding['severity'] === 'problem' ? 'problem' : 'warning',
    ...readSeriesName(finding),
    kind: text(finding['kind'], 'kind'),
    step: step(finding['step']),
    since: step(finding['since']),
    value: optionalNumber(finding['value']),
    threshold: optionalNumber(finding['threshold']),
    evidence: readEvidence(evidence),
    layers: list(layers ?? [], 'layers').map(readLayer),
    partner: finding['partner'] === undefined ? undefined : readSeriesName(object(finding['partner'], 'partner')),
  };
}

function readSeriesName(members: Readonly<Record<string, unknown>>): SeriesName {
  return {
    run: text(members['run'], 'run'),
    runId: text(members['run_id'], 'run id'),
    tag: text(members['tag'], 'tag'),
    tagId: text(members['tag_id'], 'tag id'),
  };
}

// What is no number is for people who read the answer itself.
function readEvidence(members: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const named = new Map<string, number>();
  for (const [name, value] of Object.entries(members)) if (isNumber(value)) named.set(name, number(value, name));
  return named;
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value === 'NaN' || value === 'Infinity' || value === '-Infinity';
}

function readLayer(value: unknown): LayerValue {
  const layer = object(value, 'layer');
  return { tag: text(layer['tag'], 'tag'), value: number(layer['value'], 'value') };
}

function plainThresholds(thresholds: Thresholds): Record<string, Record<string, number>> {
  return Object.fromEntries([...thresholds].map(([rule, values]) => [rule, Object.fromEntries(values)]));
}

// As the settings keep them.
export function thresholdsText(thresholds: Thresholds): string {
  return thresholds.size === 0 ? '' : JSON.stringify(plainThresholds(thresholds));
}

// Text that says nothing of use, from another page or by hand, changes nothing.
export function parseThresholds(kept: string): Thresholds {
  try {
    const rules = Object.entries(object(JSON.parse(kept === '' ? '{}' : kept), 'thresholds'));
    return new Map(rules.map(([rule, values]) => [rule, counts(values)]));
  } catch {
    return new Map();
  }
}

export function changeThreshold(
  thresholds: Thresholds,
  rule: string,
  name: string,
  value: number | undefined,
): Thresholds {
  const values = new Map(thresholds.get(rule));
  if (value === undefined) values.delete(name);
  else values.set(name, value);
  const changed = new Map(thresholds);
  if (values.size === 0) changed.delete(rule);
  else changed.set(rule, values);
  return changed;
}
