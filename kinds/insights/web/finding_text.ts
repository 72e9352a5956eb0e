// A finding as a sentence.
import { translate, type Language } from '$base/language.svelte';
import { stepText, valueText } from '$base/number_text';
import type { Finding } from '$kind/insights_answer';
import { ruleTexts } from './rule_texts';

export function ruleName(rule: string, language: Language): string {
  return say(ruleTexts(rule).name, language);
}

export function ruleReason(rule: string, language: Language): string {
  return say(ruleTexts(rule).why, language);
}

export function ruleAdvice(rule: string, language: Language): string {
  return say(ruleTexts(rule).tries, language);
}

// The name of a threshold; one that this page does not know keeps the server's.
export function thresholdName(rule: string, name: string, language: Language): string {
  const words = ruleTexts(rule).thresholds[name];
  return words === undefined ? name : say(words, language);
}

export function findingText(finding: Finding, language: Language): string {
  return say(ruleTexts(finding.rule).found, language, findingValues(finding, language));
}

// What was compared with what; undefined where the server does not say.
export function comparedValues(
  { rule, value, threshold }: Finding,
  language: Language,
): Readonly<Record<'measure' | 'value' | 'threshold', string>> | undefined {
  if (value === undefined || threshold === undefined) return undefined;
  const { measure, isShare } = ruleTexts(rule);
  const text = isShare === true ? shareText : shortText;
  return { measure: say(measure, language), value: text(value), threshold: text(threshold) };
}

function findingValues(finding: Finding, language: Language): Readonly<Record<string, string>> {
  const numbers = new Map(finding.evidence);
  if (finding.value !== undefined) numbers.set('value', finding.value);
  if (finding.threshold !== undefined) numbers.set('threshold', finding.threshold);
  const values: Record<string, string> = {
    step: stepText(finding.step, language),
    since: stepText(finding.since ?? finding.step, language),
  };
  for (const [name, number] of numbers) {
    values[name] = shortText(number);
    values[`${name}Share`] = shareText(number);
  }
  return values;
}

// Four digits: a sentence is read, not calculated with.
export function shortText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return valueText(value);
  const rounded = Number(value.toPrecision(4));
  return valueText(Number.isInteger(value) && Math.abs(value) < 1e7 ? value : rounded);
}

// Nearly all is not all.
export function shareText(share: number): string {
  if (!Number.isFinite(share)) return valueText(share);
  const percent = share * 100;
  const digits = Math.abs(percent) >= 99 && Math.abs(percent) < 100 ? 4 : 3;
  return `${valueText(Number(percent.toPrecision(digits)))} %`;
}

function say(words: readonly [string, string], language: Language, values?: Readonly<Record<string, string>>): string {
  return translate({ words }, language, 'words', values);
}
