import type { MessageTable } from '$base/language.svelte';

// What a badge and the list say about one finding.
export const findingMessages = {
  problem: ['Problem', '问题'],
  warning: ['Warning', '警告'],
  step: ['step {step}', '第 {step} 步'],
  steps: ['steps {since} to {step}', '第 {since} 至 {step} 步'],
  against: ['{measure} {value}, threshold {threshold}', '{measure} {value}，阈值 {threshold}'],
  partner: ['compared with {tag} of {run}', '对照 {run} 的 {tag}'],
  show: ['Show', '查看'],
  showIn: ['Show {tag} of {run}', '查看 {run} 的 {tag}'],
  why: ['Why, and what to try', '原因与建议'],
  rule: ['Rule', '规则'],
  tries: ['What to try', '建议'],
  layers: ['Layers, first to last', '各层，从前到后'],
  layerBar: ['{tag}: {value}', '{tag}：{value}'],
  more: ['{n} more', '另有 {n} 项'],
  curve: ['The curve of {tag}', '{tag} 的曲线'],
} as const satisfies MessageTable;
