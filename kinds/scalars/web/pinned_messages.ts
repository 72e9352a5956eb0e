import type { MessageTable } from '$base/language.svelte';

export const pinnedMessages = {
  columnRun: ['Run', '运行'],
  columnValue: ['Value', '值'],
  columnSmoothed: ['Smoothed', '平滑值'],
  columnStep: ['Step', '步数'],
  columnTime: ['Time', '时间'],
  columnRelative: ['Relative', '相对时间'],
  columnStart: ['Start', '起始值'],
  columnEnd: ['End', '结束值'],
  columnDelta: ['Δ', 'Δ'],
  columnPercent: ['%', '%'],
  columnMin: ['Min', '最小值'],
  columnMax: ['Max', '最大值'],
  readoutTable: ['Pinned values of {tag}', '{tag} 的固定读数'],
  copyCsv: ['Copy as CSV', '复制为 CSV'],
  csvCopied: ['The table was copied', '表格已复制'],
  copyFailed: ['The browser did not allow copying', '浏览器不允许复制'],
  clearMarks: ['Remove the pinned readouts', '移除固定读数'],
  markAt: ['at {place}', '在 {place} 处'],
  markRange: ['{from} to {to}', '{from} 到 {to}'],
  readoutFailed: ['The exact values could not be loaded', '无法加载精确值'],
} as const satisfies MessageTable;
