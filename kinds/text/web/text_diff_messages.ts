import type { MessageTable } from '$base/language.svelte';

export const textDiffMessages = {
  before: ['Before', '之前'],
  after: ['After', '之后'],
  runBefore: ['Run before', '之前的运行'],
  runAfter: ['Run after', '之后的运行'],
  swap: ['Swap the two', '交换两者'],
  same: ['The two texts are the same', '两段文本相同'],
  changes: ['{gone} {gone:line goes|lines go}, {come} {come:line comes|lines come}', '删除 {gone} 行，新增 {come} 行'],
  folded: ['Show {n} equal {n:line|lines}', '显示 {n} 行相同内容'],
  gone: ['Gone', '删除'],
  come: ['New', '新增'],
  diffFailed: ['The texts could not be loaded', '无法加载文本'],
  retry: ['Try again', '重试'],
  difference: ['Difference', '差异'],
} as const satisfies MessageTable;
